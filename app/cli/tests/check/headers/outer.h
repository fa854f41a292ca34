#pragma once
#include "inner.h"
#define STEP 1
