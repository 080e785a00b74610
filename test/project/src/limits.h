#ifndef LIMITS_H
#define LIMITS_H

#define POOL_WORKERS 2

#endif
