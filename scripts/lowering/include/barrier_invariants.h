// Barrier invariants with up to 24 instantiations (12 pairs for the binary form). The loads in their
// expressions are no accesses: they stand between the two markers.
#pragma once

FN void __barrier_invariant_1(bool, unsigned);
#define __barrier_invariant_1(E, I0) \
  (__non_temporal_loads_begin(), __barrier_invariant_1(E, I0), \
   __non_temporal_loads_end())
FN void __barrier_invariant_2(bool, unsigned, unsigned);
#define __barrier_invariant_2(E, I0, I1) \
  (__non_temporal_loads_begin(), __barrier_invariant_2(E, I0, I1), \
   __non_temporal_loads_end())
FN void __barrier_invariant_3(bool, unsigned, unsigned, unsigned);
#define __barrier_invariant_3(E, I0, I1, I2) \
  (__non_temporal_loads_begin(), __barrier_invariant_3(E, I0, I1, I2), \
   __non_temporal_loads_end())
FN void __barrier_invariant_4(bool, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_4(E, I0, I1, I2, I3) \
  (__non_temporal_loads_begin(), __barrier_invariant_4(E, I0, I1, I2, I3), \
   __non_temporal_loads_end())
FN void __barrier_invariant_5(bool, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_5(E, I0, I1, I2, I3, I4) \
  (__non_temporal_loads_begin(), __barrier_invariant_5(E, I0, I1, I2, I3, I4), \
   __non_temporal_loads_end())
FN void __barrier_invariant_6(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_6(E, I0, I1, I2, I3, I4, I5) \
  (__non_temporal_loads_begin(), __barrier_invariant_6(E, I0, I1, I2, I3, I4, I5), \
   __non_temporal_loads_end())
FN void __barrier_invariant_7(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_7(E, I0, I1, I2, I3, I4, I5, I6) \
  (__non_temporal_loads_begin(), __barrier_invariant_7(E, I0, I1, I2, I3, I4, I5, I6), \
   __non_temporal_loads_end())
FN void __barrier_invariant_8(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_8(E, I0, I1, I2, I3, I4, I5, I6, I7) \
  (__non_temporal_loads_begin(), __barrier_invariant_8(E, I0, I1, I2, I3, I4, I5, I6, I7), \
   __non_temporal_loads_end())
FN void __barrier_invariant_9(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_9(E, I0, I1, I2, I3, I4, I5, I6, I7, I8) \
  (__non_temporal_loads_begin(), __barrier_invariant_9(E, I0, I1, I2, I3, I4, I5, I6, I7, I8), \
   __non_temporal_loads_end())
FN void __barrier_invariant_10(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_10(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9) \
  (__non_temporal_loads_begin(), __barrier_invariant_10(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9), \
   __non_temporal_loads_end())
FN void __barrier_invariant_11(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_11(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10) \
  (__non_temporal_loads_begin(), __barrier_invariant_11(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10), \
   __non_temporal_loads_end())
FN void __barrier_invariant_12(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_12(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11) \
  (__non_temporal_loads_begin(), __barrier_invariant_12(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11), \
   __non_temporal_loads_end())
FN void __barrier_invariant_13(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_13(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12) \
  (__non_temporal_loads_begin(), __barrier_invariant_13(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12), \
   __non_temporal_loads_end())
FN void __barrier_invariant_14(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_14(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13) \
  (__non_temporal_loads_begin(), __barrier_invariant_14(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13), \
   __non_temporal_loads_end())
FN void __barrier_invariant_15(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_15(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14) \
  (__non_temporal_loads_begin(), __barrier_invariant_15(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14), \
   __non_temporal_loads_end())
FN void __barrier_invariant_16(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_16(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15) \
  (__non_temporal_loads_begin(), __barrier_invariant_16(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15), \
   __non_temporal_loads_end())
FN void __barrier_invariant_17(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_17(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16) \
  (__non_temporal_loads_begin(), __barrier_invariant_17(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16), \
   __non_temporal_loads_end())
FN void __barrier_invariant_18(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_18(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17) \
  (__non_temporal_loads_begin(), __barrier_invariant_18(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17), \
   __non_temporal_loads_end())
FN void __barrier_invariant_19(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_19(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18) \
  (__non_temporal_loads_begin(), __barrier_invariant_19(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18), \
   __non_temporal_loads_end())
FN void __barrier_invariant_20(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_20(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19) \
  (__non_temporal_loads_begin(), __barrier_invariant_20(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19), \
   __non_temporal_loads_end())
FN void __barrier_invariant_21(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_21(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20) \
  (__non_temporal_loads_begin(), __barrier_invariant_21(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20), \
   __non_temporal_loads_end())
FN void __barrier_invariant_22(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_22(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21) \
  (__non_temporal_loads_begin(), __barrier_invariant_22(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21), \
   __non_temporal_loads_end())
FN void __barrier_invariant_23(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_23(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21, I22) \
  (__non_temporal_loads_begin(), __barrier_invariant_23(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21, I22), \
   __non_temporal_loads_end())
FN void __barrier_invariant_24(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_24(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21, I22, I23) \
  (__non_temporal_loads_begin(), __barrier_invariant_24(E, I0, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20, I21, I22, I23), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_1(bool, unsigned, unsigned);
#define __barrier_invariant_binary_1(E, I0, J0) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_1(E, I0, J0), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_2(bool, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_2(E, I0, J0, I1, J1) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_2(E, I0, J0, I1, J1), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_3(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_3(E, I0, J0, I1, J1, I2, J2) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_3(E, I0, J0, I1, J1, I2, J2), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_4(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_4(E, I0, J0, I1, J1, I2, J2, I3, J3) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_4(E, I0, J0, I1, J1, I2, J2, I3, J3), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_5(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_5(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_5(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_6(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_6(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_6(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_7(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_7(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_7(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_8(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_8(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_8(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_9(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_9(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_9(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_10(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_10(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_10(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_11(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_11(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9, I10, J10) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_11(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9, I10, J10), \
   __non_temporal_loads_end())
FN void __barrier_invariant_binary_12(bool, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
#define __barrier_invariant_binary_12(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9, I10, J10, I11, J11) \
  (__non_temporal_loads_begin(), __barrier_invariant_binary_12(E, I0, J0, I1, J1, I2, J2, I3, J3, I4, J4, I5, J5, I6, J6, I7, J7, I8, J8, I9, J9, I10, J10, I11, J11), \
   __non_temporal_loads_end())
