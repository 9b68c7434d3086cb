//! Sort orders of a list.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::{person::FULL_NAME_MAX, search::words, white_space::is_white_space};

/// Sort order of a list. Ties are broken by id in the same direction, so the order is total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum SortOrder {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// By name, A to Z.
    NameAsc,
    /// By name, Z to A.
    NameDesc,
}

/// What an order compares first. Ties are broken by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortField {
    /// Creation time.
    CreatedAt,
    /// [`name_key`] of the full name, bytewise.
    NameKey,
}

impl SortOrder {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::NameAsc, Self::NameDesc];

    /// Returns the name of the order as sent.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::NameAsc => "name_asc",
            Self::NameDesc => "name_desc",
        }
    }

    /// Parses the name of an order.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.as_str() == text)
    }

    /// Returns whether the order is descending.
    #[must_use]
    pub const fn is_descending(self) -> bool {
        matches!(self, Self::Newest | Self::NameDesc)
    }

    /// Returns what the order compares first.
    #[must_use]
    pub const fn field(self) -> SortField {
        match self {
            Self::Newest | Self::Oldest => SortField::CreatedAt,
            Self::NameAsc | Self::NameDesc => SortField::NameKey,
        }
    }

    /// Returns the reverse of the order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Newest => Self::Oldest,
            Self::Oldest => Self::Newest,
            Self::NameAsc => Self::NameDesc,
            Self::NameDesc => Self::NameAsc,
        }
    }

    /// Compares two records. The order is total if all ids differ.
    #[must_use]
    pub fn compare(self, a: &SortKey<'_>, b: &SortKey<'_>) -> Ordering {
        let ascending = match self.field() {
            SortField::CreatedAt => a.created_at.cmp(b.created_at),
            SortField::NameKey => a.name_key.as_bytes().cmp(b.name_key.as_bytes()),
        }
        .then(a.id.cmp(&b.id));
        if self.is_descending() { ascending.reverse() } else { ascending }
    }
}

/// Sort key of a record.
#[derive(Clone, Copy, Debug)]
pub struct SortKey<'a> {
    /// [`name_key`] of the record's full name.
    pub name_key: &'a str,
    /// Creation time: RFC 3339 in UTC with six fractional digits, which sorts as text.
    pub created_at: &'a str,
    /// The record's number.
    pub id: i64,
}

/// Returns the key by which names are compared bytewise: the words as search folds them, then, to settle ties, the name in
/// lower case with runs of white space as one space.
///
/// An index of the database takes keys of at most 2,700 bytes, so the words are cut: one character can become 18.
#[must_use]
pub fn name_key(full_name: &str) -> String {
    let folded = words(full_name).map(|word| word.text).collect::<Vec<_>>().join(" ");
    let names = full_name.split(is_white_space).filter(|name| !name.is_empty());
    let lower = names.map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    // A tab, which neither part contains, sorts before a space, so that a name precedes longer ones.
    folded.chars().take(FULL_NAME_MAX).chain(['\t']).chain(lower.chars()).collect()
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::{SortField, SortKey, SortOrder, name_key};
    use crate::person::FULL_NAME_MAX;

    #[test]
    fn name_key_ignores_case_and_spacing() {
        assert_eq!(name_key("  Ana\u{a0} \tÖSTERREICH "), "ana osterreich\tana österreich");
        assert_eq!(name_key("STRASSE"), name_key("strasse"));
    }

    #[test]
    fn sorts_names_by_letters_then_by_marks() {
        let sorted = [
            "",
            "1st Contact",
            "Alvaro",
            "Álvaro",
            "Alvaro B",
            "Álvaro C",
            "Alvaro D",
            "Łukasz",
            "Oğuz",
            "Ｙａｍａｄａ",
            "Zoe",
            "Αθηνά",
            "Ольга",
            "أحمد",
            "山田太郎",
        ];
        let mut keys = sorted.map(name_key);
        keys.reverse();
        keys.sort();
        assert_eq!(keys, sorted.map(name_key));
    }

    #[test]
    fn limits_name_key_to_size_of_index_row() {
        for name in ["\u{fdfa}", "İ", "ﬃ", "字", "𠀀", "\u{1d160}", "𝔸 "] {
            let key = name_key(&name.repeat(FULL_NAME_MAX));
            assert!(key.len() < 2_600, "{name}: {} bytes", key.len());
        }
    }

    #[test]
    fn parses_name_of_every_order() {
        for order in SortOrder::ALL {
            assert_eq!(SortOrder::parse(order.as_str()), Some(order));
        }
        assert_eq!(SortOrder::parse("Newest"), None);
    }

    #[test]
    fn reverses_direction_of_same_key() {
        for order in SortOrder::ALL {
            let reversed = order.reversed();
            assert_eq!(reversed.reversed(), order);
            assert_eq!((reversed.is_descending(), reversed.field()), (!order.is_descending(), order.field()));
        }
    }

    fn record() -> impl Strategy<Value = (String, String, i64)> {
        ("[ab]{0,2}", "[01]{1,2}", 0_i64..4)
    }

    proptest! {
        #[test]
        fn every_order_is_total(a in record(), b in record(), c in record()) {
            let [a, b, c] = [&a, &b, &c].map(|(name_key, created_at, id)| SortKey { name_key, created_at, id: *id });
            for order in SortOrder::ALL {
                prop_assert_eq!(order.compare(&a, &b), order.compare(&b, &a).reverse());
                prop_assert_eq!(order.compare(&a, &b) == Ordering::Equal, a.id == b.id && same(order, &a, &b));
                if order.compare(&a, &b).is_le() && order.compare(&b, &c).is_le() {
                    prop_assert!(order.compare(&a, &c).is_le());
                }
            }
        }
    }

    fn same(order: SortOrder, a: &SortKey<'_>, b: &SortKey<'_>) -> bool {
        match order.field() {
            SortField::CreatedAt => a.created_at == b.created_at,
            SortField::NameKey => a.name_key == b.name_key,
        }
    }
}
