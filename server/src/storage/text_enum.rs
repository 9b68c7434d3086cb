//! Enums that the database stores as text. They are written and compared, never read: the next release may store others.

/// Declares an enum with the text that each variant is stored as.
macro_rules! text_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_attribute:meta])* $variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, diesel::expression::AsExpression, utoipa::ToSchema,
        )]
        #[diesel(sql_type = diesel::sql_types::Text)]
        $visibility enum $name {
            $($(#[$variant_attribute])* #[schema(rename = $text)] $variant,)+
        }

        impl $name {
            /// Returns the text that is stored.
            $visibility const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $name {
            fn to_sql<'b>(
                &'b self,
                out: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                <str as diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg>>::to_sql(self.as_str(), out)
            }
        }
    };
}

pub(crate) use text_enum;
