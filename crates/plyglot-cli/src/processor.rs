//! Whether the processor has what the program was compiled for.

use std::process::ExitCode;

/// Says what to do if the processor lacks instructions that the compiler was allowed to use (see
/// `.cargo/config.toml`), and tells the exit code then. To be called before anything else runs.
pub fn refuse_processor() -> Option<ExitCode> {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
    if !has_level_3() {
        use std::io::Write;
        let _ = std::io::stderr().write_all(REFUSAL.as_bytes());
        return Some(ExitCode::from(2));
    }
    None
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
const REFUSAL: &str = "error: this program was built for processors of the level x86-64-v3 (AVX2, BMI2, \
                       FMA), which this one is not: build it here with \
                       RUSTFLAGS=\"-C target-cpu=native\" cargo build --release\n";

/// Whether this is a processor of the level x86-64-v3. The standard library's test is of no use: what the
/// compiler may use anyway, it takes for granted.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
fn has_level_3() -> bool {
    use raw_cpuid::cpuid;
    let has = |register: u32, bits: &[u32]| bits.iter().all(|bit| register & (1 << bit) != 0);
    // SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C
    cpuid!(0).eax >= 7
        && has(cpuid!(1).ecx, &[0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29])
        // BMI1, AVX2, BMI2
        && has(cpuid!(7, 0).ebx, &[3, 5, 8])
        // LAHF, LZCNT
        && cpuid!(0x8000_0000).eax >= 0x8000_0001
        && has(cpuid!(0x8000_0001).ecx, &[0, 5])
}
