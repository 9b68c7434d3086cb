//! Values of the rules in text columns.

use std::fmt::Debug;

use agency_core::{
    source::Channel,
    spam::SpamReason,
    work::{RecordAction, RecordState},
};
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    expression::AsExpression,
    pg::{Pg, PgValue},
    serialize::{self, Output, ToSql},
    sql_types::Text,
};
use serde::{Serialize, Serializer};

/// A value that is stored by its name.
pub(crate) trait Named: Copy + Debug {
    /// Returns the name, as sent and stored.
    fn name(self) -> &'static str;

    /// Parses a name.
    fn parse(name: &str) -> Option<Self>;
}

macro_rules! named {
    ($($value:ty),+) => {
        $(impl Named for $value {
            fn name(self) -> &'static str {
                self.as_str()
            }

            fn parse(name: &str) -> Option<Self> {
                Self::parse(name)
            }
        })+
    };
}

named!(Channel, RecordState, RecordAction, SpamReason);

/// A name in a column. The next release may store names that this one does not know.
#[derive(Clone, Debug, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(crate) enum Name<T: Named> {
    Known(T),
    Unknown(String),
}

impl<T: Named> Name<T> {
    /// Returns the value, if this release knows it.
    pub(crate) const fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Unknown(_) => None,
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Known(value) => value.name(),
            Self::Unknown(name) => name,
        }
    }
}

impl<T: Named> FromSql<Text, Pg> for Name<T> {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let name = <String as FromSql<Text, Pg>>::from_sql(value)?;
        Ok(T::parse(&name).map_or(Self::Unknown(name), Self::Known))
    }
}

impl<T: Named> ToSql<Text, Pg> for Name<T> {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <str as ToSql<Text, Pg>>::to_sql(self.as_str(), out)
    }
}

impl<T: Named> Serialize for Name<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
