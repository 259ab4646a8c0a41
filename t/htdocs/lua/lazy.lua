-- SPDX-License-Identifier: Apache-2.0
return { name = "first lazy" }
