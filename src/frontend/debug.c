/* Debug information: where we are in the source, and what things are called.
 *
 * The C API has no getters for most of what a debug node says, but nodes are tuples whose operands
 * can be read; the operand numbers below are those of LLVM 19. */
#include "frontend/debug.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "base/str.h"
#include "frontend/module.h"

/* Operands of debug nodes. */
enum { DERIVED_NAME = 2, DERIVED_BASE = 3, COMPOSITE_ELEMENTS = 4 };
enum { VARIABLE_SCOPE = 0, VARIABLE_NAME = 1, LOCAL_TYPE = 3, GLOBAL_TYPE = 3 };
/* DWARF tags. */
enum {
  TAG_ARRAY = 0x01,
  TAG_ENUM = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCT = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
};

/* ---- places ---- */

/* clang likes to split an absolute path into a folder and a name. People know a file below the
 * folder they are in by its short name, and any other by its whole one. */
static const char *
file_name(struct debug *d, LLVMMetadataRef file)
{
  unsigned length = 0, folder_length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : "";
  const char *folder = file ? LLVMDIFileGetDirectory(file, &folder_length) : "";
  struct str path = {0};
  if (length && *name != '/' && folder_length && *folder == '/') {
    str_add_bytes(&path, folder, folder_length);
    str_add(&path, "/");
  }
  str_add_bytes(&path, length ? name : "", length);
  size_t here = strlen(d->directory);
  bool below =
    here && path.n > here && !memcmp(path.text, d->directory, here) && path.text[here] == '/';
  const char *copy = arena_strdup(&d->prog->arena, path.text + (below ? here + 1 : 0));
  str_free(&path);
  return copy;
}

const char *
debug_file(struct debug *d, LLVMValueRef function)
{
  LLVMMetadataRef node = LLVMGetSubprogram(function);
  return node ? file_name(d, LLVMDIScopeGetFile(node)) : "";
}

static bool
is_model(const struct place *place, bool marked)
{
  return MUTANT(MODEL_BY_FOLDER) ? strstr(place->file, "share/models/") != NULL : marked;
}

static place_id
intern_place(struct debug *d, const struct debug_frame *frame, LLVMMetadataRef node,
             LLVMMetadataRef scope, unsigned line, unsigned column)
{
  uint32_t *slot = map_at(&d->places, hash_mix((uint64_t)(uintptr_t)node, frame->caller));
  if (*slot)
    return *slot;
  struct place place = {
    .file = file_name(d, LLVMDIScopeGetFile(scope)),
    .function = arena_strdup(&d->prog->arena, frame->cfg->name),
    .line = line,
    .column = column,
    .caller = frame->caller,
  };
  place.model = is_model(&place, frame->cfg->model);
  assert(d->prog->places.n); /* the first one is no place */
  *slot = (uint32_t)d->prog->places.n;
  vec_push(&d->prog->places, place);
  return (place_id)d->prog->places.n - 1;
}

/* The prologue of a function has no places of its own: it is where the function is. */
place_id
debug_place(struct debug *d, const struct debug_frame *frame, LLVMValueRef instruction)
{
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  if (location)
    return intern_place(d, frame, location, LLVMDILocationGetScope(location),
                        LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
  LLVMMetadataRef function = LLVMGetSubprogram(frame->cfg->function);
  bool elsewhere =
    !frame->last || strcmp(d->prog->places.at[frame->last].function, frame->cfg->name);
  if (function && elsewhere)
    return intern_place(d, frame, function, function, LLVMDISubprogramGetLine(function), 0);
  return frame->last;
}

bool
debug_in_model(const struct prog *prog, place_id place)
{
  return prog->places.at[place].model;
}

place_id
debug_user_place(const struct prog *prog, place_id place)
{
  while (debug_in_model(prog, place) && prog->places.at[place].caller) {
    assert(prog->places.at[place].caller < place); /* the call came first */
    place = prog->places.at[place].caller;
  }
  return place;
}

/* ---- nodes ---- */

static LLVMValueRef
as_value(struct debug *d, LLVMMetadataRef node)
{
  return LLVMMetadataAsValue(LLVMGetModuleContext(d->module), node);
}

static LLVMMetadataRef
operand_of(struct debug *d, LLVMMetadataRef node, unsigned index)
{
  LLVMValueRef value = as_value(d, node);
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(value);
  if (index >= n)
    return NULL;
  LLVMValueRef *operands = mem_alloc(n * sizeof(LLVMValueRef));
  LLVMGetMDNodeOperands(value, operands);
  LLVMValueRef result = operands[index];
  free(operands);
  return result ? LLVMValueAsMetadata(result) : NULL;
}

static unsigned
operand_count(struct debug *d, LLVMMetadataRef node)
{
  return node ? (unsigned)LLVMGetMDNodeNumOperands(as_value(d, node)) : 0;
}

static const char *
node_text(struct debug *d, LLVMMetadataRef text)
{
  unsigned length = 0;
  const char *name = text ? LLVMGetMDString(as_value(d, text), &length) : NULL;
  char *copy = arena_alloc(&d->prog->arena, length + 1);
  if (name)
    memcpy(copy, name, length);
  return copy;
}

/* ---- types ---- */

static type_id type_of(struct debug *d, LLVMMetadataRef node);

static enum type_kind
base_kind(const char *name)
{
  if (strstr(name, "Bool") || !strcmp(name, "bool"))
    return TYPE_BOOL;
  if (strstr(name, "float") || strstr(name, "double"))
    return TYPE_FLOAT;
  if (!strcmp(name, "char") || !strcmp(name, "signed char"))
    return TYPE_CHAR;
  return strstr(name, "unsigned") ? TYPE_UNSIGNED : TYPE_SIGNED;
}

/* Members are collected first, since their types may add members of their own. */
static void
add_members(struct debug *d, struct type *type, LLVMMetadataRef elements)
{
  VEC(struct type_member) members = {0};
  for (unsigned i = 0; i < operand_count(d, elements); i++) {
    LLVMMetadataRef node = operand_of(d, elements, i);
    if (!node || LLVMGetDINodeTag(node) != TAG_MEMBER)
      continue;
    LLVMMetadataRef base = operand_of(d, node, DERIVED_BASE);
    struct type_member member = {
      .name = node_text(d, operand_of(d, node, DERIVED_NAME)),
      .offset = LLVMDITypeGetOffsetInBits(node),
      .type = type_of(d, base),
    };
    uint64_t bits = LLVMDITypeGetSizeInBits(node);
    if (bits != 8 * d->prog->types.at[member.type].size)
      member.bits = (uint32_t)bits;
    vec_push(&members, member);
  }
  type->first_member = (uint32_t)d->prog->members.n;
  type->n_members = (uint32_t)members.n;
  for (size_t i = 0; i < members.n; i++)
    vec_push(&d->prog->members, members.at[i]);
  vec_free(&members);
}

/* An enumerator's value can only be had from its printed form. */
static void
add_enumerators(struct debug *d, struct type *type, LLVMMetadataRef elements)
{
  type->first_member = (uint32_t)d->prog->members.n;
  for (unsigned i = 0; i < operand_count(d, elements); i++) {
    LLVMMetadataRef node = operand_of(d, elements, i);
    if (!node)
      continue;
    char *text = LLVMPrintValueToString(as_value(d, node));
    const char *number = strstr(text, "value: ");
    struct type_member member = {.name = node_text(d, operand_of(d, node, 0))};
    if (number && *member.name) {
      member.offset = (uint64_t)strtoll(number + 7, NULL, 10);
      vec_push(&d->prog->members, member);
      type->n_members++;
    }
    LLVMDisposeMessage(text);
  }
}

/* int a[2][3] is one node with two ranges; we make an array of arrays. */
static type_id
array_type(struct debug *d, LLVMMetadataRef node)
{
  LLVMMetadataRef ranges = operand_of(d, node, COMPOSITE_ELEMENTS);
  type_id element = type_of(d, operand_of(d, node, DERIVED_BASE));
  for (unsigned i = operand_count(d, ranges); i-- > 0;) {
    LLVMMetadataRef range = operand_of(d, ranges, i);
    struct type type = {.kind = TYPE_ARRAY, .name = "", .element = element};
    LLVMValueRef bounds[8] = {0};
    if (range && operand_count(d, range) <= 8)
      LLVMGetMDNodeOperands(as_value(d, range), bounds);
    if (bounds[0] && LLVMIsAConstantInt(bounds[0]))
      type.count = LLVMConstIntGetZExtValue(bounds[0]);
    type.size = type.count * d->prog->types.at[element].size;
    element = (type_id)d->prog->types.n;
    vec_push(&d->prog->types, type);
  }
  return element;
}

static void
fill_composite(struct debug *d, struct type *type, LLVMMetadataRef node, unsigned tag)
{
  LLVMMetadataRef elements = operand_of(d, node, COMPOSITE_ELEMENTS);
  const char *name = node_text(d, operand_of(d, node, DERIVED_NAME));
  const char *word = tag == TAG_UNION ? "union" : tag == TAG_ENUM ? "enum" : "struct";
  type->kind = tag == TAG_UNION ? TYPE_UNION : tag == TAG_ENUM ? TYPE_ENUM : TYPE_STRUCT;
  type->name = *name ? arena_printf(&d->prog->arena, "%s %s", word, name) : "";
  if (tag == TAG_ENUM)
    add_enumerators(d, type, elements);
  else
    add_members(d, type, elements);
}

/* Typedefs and qualifiers are looked through. */
static bool
is_transparent(LLVMMetadataRef node, unsigned tag)
{
  return LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind && tag != TAG_POINTER;
}

static bool
is_handle(const char *name)
{
  return !strcmp(name, "pthread_t") || !strcmp(name, "thrd_t");
}

/* The number of a thread is a type of its own, though C takes it for an integer: to compare two of
 * them is more than it seems (share/models/thread.c). */
static type_id
handle_type(struct debug *d, type_id base, const char *name)
{
  struct type type = d->prog->types.at[base];
  type.name = name;
  vec_push(&d->prog->types, type);
  d->handles = true;
  return (type_id)d->prog->types.n - 1;
}

static type_id
type_of(struct debug *d, LLVMMetadataRef node)
{
  if (!node)
    return 0;
  uint32_t known = *map_at(&d->types, (uint64_t)(uintptr_t)node);
  if (known)
    return known - 1;
  unsigned tag = LLVMGetDINodeTag(node);
  type_id id;
  if (is_transparent(node, tag)) {
    id = type_of(d, operand_of(d, node, DERIVED_BASE));
    struct type *type = &d->prog->types.at[id];
    if (tag == TAG_TYPEDEF && id && type->name && !*type->name &&
        (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION || type->kind == TYPE_ENUM))
      type->name = node_text(d, operand_of(d, node, DERIVED_NAME));
    if (tag == TAG_TYPEDEF && id && type->kind == TYPE_UNSIGNED &&
        is_handle(node_text(d, operand_of(d, node, DERIVED_NAME))))
      id = handle_type(d, id, node_text(d, operand_of(d, node, DERIVED_NAME)));
  } else if (tag == TAG_ARRAY) {
    id = array_type(d, node);
  } else {
    id = (type_id)d->prog->types.n;
    struct type type = {.name = "", .size = LLVMDITypeGetSizeInBits(node) / 8};
    vec_push(&d->prog->types, type); /* before its members: lists point to themselves */
    *map_at(&d->types, (uint64_t)(uintptr_t)node) = id + 1;
    if (tag == TAG_STRUCT || tag == TAG_UNION || tag == TAG_ENUM) {
      fill_composite(d, &type, node, tag);
    } else if (tag == TAG_POINTER) {
      type.kind = TYPE_POINTER;
      type.element = type_of(d, operand_of(d, node, DERIVED_BASE));
    } else {
      type.name = node_text(d, operand_of(d, node, DERIVED_NAME));
      type.kind = base_kind(type.name);
    }
    d->prog->types.at[id] = type;
  }
  *map_at(&d->types, (uint64_t)(uintptr_t)node) = id + 1;
  return id;
}

/* The scalar that the type has at this offset, 0 if there is none. */
static type_id
scalar_type_at(const struct prog *prog, type_id id, uint64_t offset)
{
  const struct type *type = &prog->types.at[id];
  if (!id || offset >= type->size)
    return 0;
  if (type->kind == TYPE_ARRAY) {
    uint64_t size = prog->types.at[type->element].size;
    return size ? scalar_type_at(prog, type->element, offset % size) : 0;
  }
  if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
    return offset ? 0 : id;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const struct type_member *member = &prog->members.at[type->first_member + i];
    uint64_t start = member->offset / 8;
    if (!member->bits && offset >= start && offset < start + prog->types.at[member->type].size)
      return scalar_type_at(prog, member->type, offset - start);
  }
  return 0;
}

uint32_t
debug_scalar_at(const struct prog *prog, type_id type, uint64_t offset)
{
  return (uint32_t)prog->types.at[scalar_type_at(prog, type, offset)].size;
}

bool
debug_is_handle(const struct prog *prog, type_id type, uint64_t offset)
{
  return is_handle(prog->types.at[scalar_type_at(prog, type, offset)].name);
}

/* ---- objects ---- */

static LLVMMetadataRef
global_variable(struct debug *d, LLVMValueRef global)
{
  size_t n;
  LLVMMetadataRef result = NULL;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (size_t i = 0; i < n; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      result = operand_of(d, node, 0);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return result;
}

void
debug_name_object(struct debug *d, LLVMValueRef declared, struct object *object)
{
  size_t length;
  object->name = arena_strdup(&d->prog->arena, LLVMGetValueName2(declared, &length));
  LLVMMetadataRef variable = LLVMIsAFunction(declared) ? NULL : global_variable(d, declared);
  if (!variable)
    return;
  object->name = node_text(d, operand_of(d, variable, VARIABLE_NAME));
  object->type = type_of(d, operand_of(d, variable, GLOBAL_TYPE));
  struct place place = {.file = file_name(d, LLVMDIVariableGetFile(variable)),
                        .function = "",
                        .line = LLVMDIVariableGetLine(variable)};
  place.model = is_model(&place, module_is_model(declared));
  object->place = (place_id)d->prog->places.n;
  vec_push(&d->prog->places, place);
}

/* The type of an array of variable length does not say how many elements it has. */
static type_id
counted_type(struct debug *d, type_id id, uint64_t size)
{
  struct type type = d->prog->types.at[id];
  if (type.kind != TYPE_ARRAY || type.size)
    return id;
  while (d->prog->types.at[type.element].kind == TYPE_ARRAY &&
         !d->prog->types.at[type.element].size)
    type.element = d->prog->types.at[type.element].element;
  uint64_t each = d->prog->types.at[type.element].size;
  if (!type.element || !each)
    return id;
  type.count = size / each;
  type.size = type.count * each;
  vec_push(&d->prog->types, type);
  return (type_id)d->prog->types.n - 1;
}

bool
debug_is_inner(struct debug *d, LLVMValueRef call)
{
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  LLVMMetadataRef scope = operand_of(d, variable, VARIABLE_SCOPE);
  return scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind;
}

void
debug_declare(struct debug *d, LLVMValueRef call, object_id object)
{
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  struct object *o = &d->prog->objects.at[object];
  if (o->type)
    return;
  const char *name = node_text(d, operand_of(d, variable, VARIABLE_NAME));
  type_id type = type_of(d, operand_of(d, variable, LOCAL_TYPE));
  o = &d->prog->objects.at[object];
  o->name = name;
  o->type = counted_type(d, type, o->size);
}

/* ---- blocks of the heap: they are what the pointers to them say ---- */

/* What the pointer points to that lies here, 0 if it is none or does not say. */
static type_id
pointee_at(const struct prog *prog, struct target target)
{
  const struct object *object = &prog->objects.at[target.object];
  uint64_t size = prog->types.at[object->type].size, offset = target.offset;
  if (object->kind == OBJECT_HEAP && size && object->size % size == 0)
    offset %= size; /* an array of them */
  const struct type *type = &prog->types.at[scalar_type_at(prog, object->type, offset)];
  return type->kind == TYPE_POINTER ? type->element : 0;
}

void
debug_points(struct prog *prog, struct target target, object_id pointed)
{
  struct object *block = &prog->objects.at[pointed];
  if (block->kind != OBJECT_HEAP || block->type)
    return;
  type_id type = pointee_at(prog, target);
  uint64_t size = prog->types.at[type].size;
  if (size > 1 && size <= block->size) /* bytes may be anything */
    block->type = type;
}

void
debug_free(struct debug *d)
{
  map_free(&d->places);
  map_free(&d->types);
}
