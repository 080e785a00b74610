# Prints what the table says of each row that read.awk reads, as axioms.awk prints what it finds:
# "NAME MODEL yes|no".

function row() {
  print name, "sc", verdict["sc"]
  print name, "tso", verdict["tso"]
  print name, "pso", verdict["pso"]
}
