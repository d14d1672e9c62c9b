//! The one random generator: small, fast, seeded, the same on every machine.

/// xoshiro256++ seeded through splitmix64. Not for secrets.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// A generator whose stream depends on the seed alone.
    pub fn new(seed: u64) -> Self {
        Rng(std::array::from_fn(|i| mix(seed.wrapping_add((i as u64 + 1).wrapping_mul(GOLDEN)))))
    }

    /// An independent stream for the `index`-th part of a run: a game, a seat, a thread.
    pub fn stream(seed: u64, index: u64) -> Self {
        Rng::new(mix(seed ^ mix(index.wrapping_add(GOLDEN))))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let out = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c2, d2) = (c ^ a, d ^ b);
        self.0 = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        out
    }

    /// A number below `bound`, which must not be zero. (The bias of the multiplication is below
    /// `bound` / 2^64.)
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Scrambles 64 bits (the finaliser of splitmix64). Distinct inputs give distinct outputs.
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The `index`-th key of a position hash; equal on every machine and in every build.
pub const fn hash_key(index: u64) -> u64 {
    mix(mix(index.wrapping_mul(GOLDEN).wrapping_add(0x706C_7967_6C6F_7421)))
}

/// `N` consecutive hash keys from `first` on, as a table built at compile time.
pub const fn hash_keys<const N: usize>(first: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = hash_key(first + i as u64);
        i += 1;
    }
    keys
}
