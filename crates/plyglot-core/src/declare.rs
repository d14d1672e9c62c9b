//! Options written once, together with the fields they fill.

use std::time::Duration;

use crate::{OptionKind, OptionSpec, OptionValue};

/// Declares a struct whose fields are options. A field states its type, its default as text and, for
/// numbers, its range; its comment is the help of the option. Where a word of the language forbids the
/// name of an option as that of a field, it follows in brackets. What a number is taken from the machine
/// for, `Megabytes` or `Threads`, follows its type. A field without a default is a struct declared the
/// same way, whose options take its place.
///
/// ```
/// plyglot_core::options! {
///     /// How far to look.
///     #[derive(Debug, PartialEq)]
///     pub struct Params {
///         /// how deep to search at most
///         pub depth: u32 = "64" in 1..=200,
///         /// whether nearer wins are preferred
///         pub fastest: bool = "on",
///     }
/// }
/// assert_eq!(Params::OPTIONS[0].help, "how deep to search at most");
/// assert_eq!(Params::default(), Params { depth: 64, fastest: true });
/// ```
///
/// The struct gets `OPTIONS`, its options in the order of normal forms, `read`, its values by checked
/// options, and [`Default`]. An option that the checked list leaves out has its default.
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])*
                $field_vis:vis $field:ident $(($option:literal))? : $type:ty $(as $kind:ident)?
                    $(= $default:literal $(in $range:expr)?)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[doc = $help])* $field_vis $field: $type,)*
        }

        impl $name {
            const GROUPS: &'static [&'static [$crate::OptionSpec]] = &[$($crate::options!(
                @specs $field [$($option)?] $type, [$($kind)?] [$($help)*]
                    [$($default $(in $range)?)?]
            )),*];

            /// The options, in the order of normal forms.
            $vis const OPTIONS: [$crate::OptionSpec; $crate::declare::count(Self::GROUPS)] =
                $crate::declare::join(Self::GROUPS);

            /// The values by checked options; those that the list leaves out have their defaults.
            $vis fn read(options: &$crate::Options) -> Self {
                $name {$($field: $crate::options!(
                    @read options, $field [$($option)?] $type, [$($kind)?] [$($help)*]
                        [$($default $(in $range)?)?]
                ),)*}
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::read(&$crate::Options::defaults(&[]))
            }
        }
    };
    (@specs $field:ident [] $type:ty, [] [$($help:literal)*] []) => {
        &<$type>::OPTIONS
    };
    (
        @specs $field:ident [$($option:literal)?] $type:ty, [$($kind:ident)?] [$($help:literal)*]
            [$default:literal $(in $range:expr)?]
    ) => {
        &[$crate::declare::spec(
            $crate::options!(@name $field $($option)?),
            $crate::options!(@kind $type, $($kind)?),
            $crate::options!(@range $($range)?),
            $default,
            concat!($($help),*),
        )]
    };
    (@read $options:ident, $field:ident [] $type:ty, [] [$($help:literal)*] []) => {
        <$type>::read($options)
    };
    (@read $options:ident, $field:ident $option:tt $type:ty, $kind:tt $help:tt $default:tt) => {
        <$type as $crate::Setting>::of($options.or_default(
            &$crate::options!(@specs $field $option $type, $kind $help $default)[0]
        ).as_ref())
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $option:literal) => { $option };
    (@kind $type:ty,) => { <$type as $crate::Setting>::KIND };
    (@kind $type:ty, $kind:ident) => { $crate::OptionKind::$kind { min: 0, max: 0 } };
    (@range) => { None };
    (@range $range:expr) => {{
        let range = $range;
        Some((*range.start() as f64, *range.end() as f64))
    }};
}

/// Declares the words of an option as an enum; see [`options!`](crate::options).
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$variant_meta])* $variant),+
        }

        impl $crate::Setting for $name {
            const KIND: $crate::OptionKind = $crate::OptionKind::Choice(&[$($word),+]);

            fn of(value: Option<&$crate::OptionValue>) -> Self {
                match value {
                    $(Some($crate::OptionValue::Word($word)) => $name::$variant,)+
                    other => panic!("{other:?} is none of the words"),
                }
            }
        }
    };
}

/// A type of fields that options fill.
pub trait Setting: Sized {
    /// What values the option takes; the declaration gives the range of numbers.
    const KIND: OptionKind;

    /// The field for a value of this kind, which only an [`Option`] may lack.
    fn of(value: Option<&OptionValue>) -> Self;
}

const INT: OptionKind = OptionKind::Int { min: 0, max: 0 };
const REAL: OptionKind = OptionKind::Real { min: 0.0, max: 0.0 };

impl Setting for bool {
    const KIND: OptionKind = OptionKind::Flag;

    fn of(value: Option<&OptionValue>) -> Self {
        let Some(OptionValue::Flag(value)) = value else { panic!("{value:?} is no flag") };
        *value
    }
}

macro_rules! int_settings {
    ($($type:ty)*) => {$(
        impl Setting for $type {
            const KIND: OptionKind = INT;

            fn of(value: Option<&OptionValue>) -> Self {
                let Some(OptionValue::Int(value)) = value else { panic!("{value:?} is no number") };
                (*value).try_into().expect("the range suits the type")
            }
        }
    )*};
}

int_settings!(i32 i64 u32 u64 usize);

impl Setting for f64 {
    const KIND: OptionKind = REAL;

    fn of(value: Option<&OptionValue>) -> Self {
        let Some(OptionValue::Real(value)) = value else { panic!("{value:?} is not real") };
        *value
    }
}

/// In seconds.
impl Setting for Duration {
    const KIND: OptionKind = REAL;

    fn of(value: Option<&OptionValue>) -> Self {
        Duration::from_secs_f64(f64::of(value))
    }
}

impl<T: Setting> Setting for Option<T> {
    const KIND: OptionKind = T::KIND;

    fn of(value: Option<&OptionValue>) -> Self {
        value.map(|value| T::of(Some(value)))
    }
}

/// Names of options, each with the default that it gets instead.
pub type Defaults = &'static [(&'static str, &'static str)];

/// A list with other defaults. Names that it does not have are found out when it is compiled.
pub const fn with<const N: usize>(
    mut list: [OptionSpec; N],
    defaults: Defaults,
) -> [OptionSpec; N] {
    let mut idx = 0;
    while idx < defaults.len() {
        let (name, default) = defaults[idx];
        list[place(&list, name)].default = default;
        idx += 1;
    }
    list
}

/// The options of a list that have these names, in this order.
pub const fn only<const N: usize>(list: &[OptionSpec], names: [&str; N]) -> [OptionSpec; N] {
    let mut chosen = [NOTHING; N];
    let mut idx = 0;
    while idx < N {
        chosen[idx] = list[place(list, names[idx])];
        idx += 1;
    }
    chosen
}

/// The options of a list but those of these names: `N` is how many are left.
pub const fn without<const N: usize>(list: &[OptionSpec], names: &[&str]) -> [OptionSpec; N] {
    assert!(list.len() == N + names.len(), "every name is that of an option");
    let mut left = [NOTHING; N];
    let (mut from, mut to) = (0, 0);
    while from < list.len() {
        let (mut idx, mut named) = (0, false);
        while idx < names.len() {
            named = named || equal(list[from].name, names[idx]);
            idx += 1;
        }
        if !named {
            left[to] = list[from];
            to += 1;
        }
        from += 1;
    }
    left
}

/// Lists one after the other; `N` is the sum of their lengths.
pub const fn join<const N: usize>(lists: &[&[OptionSpec]]) -> [OptionSpec; N] {
    let mut all = [NOTHING; N];
    let (mut list, mut to) = (0, 0);
    while list < lists.len() {
        let mut idx = 0;
        while idx < lists[list].len() {
            all[to] = lists[list][idx];
            (to, idx) = (to + 1, idx + 1);
        }
        list += 1;
    }
    all
}

/// The sum of the lengths of lists.
pub const fn count(lists: &[&[OptionSpec]]) -> usize {
    let (mut idx, mut sum) = (0, 0);
    while idx < lists.len() {
        sum += lists[idx].len();
        idx += 1;
    }
    sum
}

/// An option as [`options!`](crate::options) declares it.
pub const fn spec(
    name: &'static str,
    kind: OptionKind,
    range: Option<(f64, f64)>,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    let kind = match (kind, range) {
        (OptionKind::Int { .. }, Some((min, max))) => {
            OptionKind::Int { min: min as i64, max: max as i64 }
        }
        (OptionKind::Megabytes { .. }, Some((min, max))) => {
            OptionKind::Megabytes { min: min as i64, max: max as i64 }
        }
        (OptionKind::Threads { .. }, Some((min, max))) => {
            OptionKind::Threads { min: min as i64, max: max as i64 }
        }
        (OptionKind::Real { .. }, Some((min, max))) => OptionKind::Real { min, max },
        (_, Some(_)) => panic!("only numbers have a range"),
        (
            OptionKind::Flag | OptionKind::Spec | OptionKind::Choice(_) | OptionKind::File(_),
            None,
        ) => kind,
        _ => panic!("numbers have a range"),
    };
    // A comment begins with a space.
    OptionSpec { name, kind, default, help: help.split_at(1).1 }
}

const NOTHING: OptionSpec = OptionSpec { name: "", kind: OptionKind::Flag, default: "", help: "" };

const fn place(list: &[OptionSpec], name: &str) -> usize {
    let mut idx = 0;
    while idx < list.len() {
        if equal(list[idx].name, name) {
            return idx;
        }
        idx += 1;
    }
    panic!("no option of the list has this name")
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut idx = 0;
    while idx < a.len() && idx < b.len() && a[idx] == b[idx] {
        idx += 1;
    }
    idx == a.len() && idx == b.len()
}
