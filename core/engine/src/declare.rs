//! The macro that declares a form.

/// Declares a form: its name, its fields, and for each field its kind, its limits and its sentences.
///
/// ```
/// mod subscription {
///     form_rules::form! {
///         /// A subscriber.
///         pub struct SubscriptionForm, "subscription", stored in "subscriptions" as "Subscription" {
///             /// The subscriber's address.
///             email: Email {
///                 required: "Email is required",
///                 max: 254 => "Email must not exceed {number} characters",
///                 control: "Email contains characters that cannot be used",
///                 pattern: "Enter a valid email",
///             }
///
///             /// What the subscriber is called; may stay empty.
///             nickname: Line {
///                 min: 2 => "A nickname has at least {word} characters",
///                 max: 40 => "A nickname must not exceed {number} characters",
///                 control: "A nickname contains characters that cannot be used",
///             }
///         }
///         where {
///             nickname: differs email => "A nickname must not be your address",
///         }
///     }
///
///     fn differs(one: &str, other: &str) -> bool {
///         one != other
///     }
/// }
///
/// use subscription::SubscriptionForm;
///
/// let form = SubscriptionForm { email: " ada@mail.example ".into(), nickname: "Ada".into() };
/// assert_eq!(form.accept().unwrap().email, "ada@mail.example");
/// ```
///
/// A text has `required` (unless it may stay empty), `min` (where there is a shortest text), `max`, `control`, and
/// `pattern` when it is an `Email`, in this order; `{number}` or `{word}` in a sentence is the limit before it. A
/// file comes after the texts and has `required`, `types` and `megabytes`. What holds between two texts comes last, in
/// `where`: the judged one, a function of both that returns whether it passes, the other one, and the sentence otherwise.
///
/// It writes the struct with its `normalized`, `accept` and `check`, `RULES` with each field's rule under its name,
/// `STORED` with its table and the names of its records, and `FORM`, the form [as data](crate::form::Form). A declaration in
/// which [`TextRule::fault`](crate::rule::TextRule::fault) or [`FileRule::fault`](crate::attachment::FileRule::fault) finds
/// something wrong does not compile. A form's names are those of a module: declare each form in a module of its own.
#[macro_export]
macro_rules! form {
    (
        $(#[$form_doc:meta])*
        pub struct $form:ident, $name:literal $(, stored in $table:literal as $record:literal)? {
            $(
                $(#[$text_doc:meta])*
                $text:ident: $kind:ident {
                    $(required: $required:literal,)?
                    $(min: $min:expr => $too_short:literal,)?
                    max: $max:expr => $too_long:literal,
                    control: $control:literal,
                    $(pattern: $pattern:literal,)?
                }
            )+
        }
        $(
            $(#[$file_doc:meta])*
            file $file:ident {
                required: $no_file:literal,
                types: [$($type:ident),+] => $wrong_type:literal,
                megabytes: $megabytes:expr => $too_large:literal,
            }
        )?
        $(
            where {
                $($judged:ident: $passes:ident $beside:ident => $together:literal,)+
            }
        )?
    ) => {
        $(
            /// Where accepted forms are kept.
            pub const STORED: $crate::form::Stored = $crate::form::Stored {
                table: $table,
                record: $record,
                not_found: concat!($record, " not found"),
                thanks: concat!("/answers/", $table),
            };
        )?

        /// The rules of the form's fields, each under its name.
        #[derive(Clone, Copy, Debug)]
        pub struct Rules {
            $($(#[$text_doc])* pub $text: $crate::rule::TextRule,)+
            $($(#[$file_doc])* pub $file: $crate::attachment::FileRule,)?
        }

        /// The rules of the form's fields.
        pub const RULES: Rules = Rules {
            $($text: $crate::rule::TextRule {
                name: stringify!($text),
                kind: $crate::rule::Kind::$kind,
                required: $crate::__optional!($($required)?),
                min: $crate::__optional!($($crate::rule::Limit {
                    chars: $min,
                    message: $crate::sentence!($too_short, $min),
                })?),
                max: $crate::rule::Limit {
                    chars: $max,
                    message: $crate::sentence!($too_long, $max),
                },
                control: $control,
                pattern: concat!($($pattern)?),
            },)+
            $($file: $crate::attachment::FileRule {
                name: stringify!($file),
                required: $no_file,
                types: &[$($crate::attachment::FileType::$type),+],
                wrong_type: $wrong_type,
                size_limit: $megabytes * $crate::attachment::MEGABYTE,
                too_large: $crate::sentence!($too_large, $megabytes),
            },)?
        };

        #[allow(dead_code, non_upper_case_globals, reason = "evaluated only; the error names the field")]
        const _: () = {
            $(const $text: () = if let Some(fault) = RULES.$text.fault() { panic!("{}", fault) };)+
            $(const $file: () = if let Some(fault) = RULES.$file.fault() { panic!("{}", fault) };)?
            assert!($crate::form::is_name($name), "a form's name has small letters, digits and underscores only");
        };

        /// The form as data.
        pub static FORM: $crate::form::Form = $crate::form::Form {
            name: $name,
            type_name: stringify!($form),
            stored: $crate::__stored!($($table)?),
            texts: &[$(RULES.$text),+],
            beside: &[$($(stringify!($judged)),+)?],
            file: $crate::__optional!($(RULES.$file)?),
            check: |mut texts, _file| {
                let form = $form { $($text: $crate::form::next_text(&mut texts)),+ };
                form.check($(RULES.$file.judge(_file).map(drop))?)
            },
        };

        $(#[$form_doc])*
        ///
        /// After [`normalized`](Self::normalized), what is judged and stored.
        #[derive(Clone, Default, PartialEq, Eq, $crate::serde::Serialize, $crate::serde::Deserialize,
            $crate::validator::Validate)]
        #[serde(default, crate = "::form_rules::serde")]
        #[validate(crate = "::form_rules::validation")]
        pub struct $form<'a> {
            $(
                $(#[$text_doc])*
                #[serde(deserialize_with = "::form_rules::text::null_as_empty")]
                #[validate(custom(function = $text))]
                pub $text: std::borrow::Cow<'a, str>,
            )+
        }

        /// What a person wrote is never printed.
        impl std::fmt::Debug for $form<'_> {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(stringify!($form))
            }
        }

        impl $form<'_> {
            /// The form with every text folded and trimmed.
            #[must_use]
            pub fn normalized(&self) -> $form<'_> {
                $form { $($text: RULES.$text.normalize(&self.$text)),+ }
            }

            /// The form as it is stored, or every refused field in the form's order. A file is judged on its own, and
            /// its verdict given here.
            pub fn accept(
                &self,
                $($file: Result<(), &'static str>)?
            ) -> Result<$form<'_>, $crate::validation::ValidationErrors> {
                let form = self.normalized();
                let errors = $crate::validation::Validate::validate(&form).err().unwrap_or_default();
                $(let errors = errors.with(stringify!($file), $file);)?
                $($(
                    let passes = $passes(&form.$judged, &form.$beside);
                    let errors = errors.beside(FORM.texts, stringify!($judged), passes, $together);
                )+)?
                if errors.is_empty() { Ok(form) } else { Err(errors) }
            }

            /// Every refused field in the form's order; none when the form would be accepted.
            #[must_use]
            pub fn check(&self, $($file: Result<(), &'static str>)?) -> Vec<$crate::validation::FieldError> {
                self.accept($($file)?).err().map(Vec::from).unwrap_or_default()
            }
        }

        $(
            /// [`judge`]($crate::rule::TextRule::judge) for the `validator` derive.
            fn $text(text: &str) -> Result<(), $crate::validation::ValidationError> {
                RULES.$text.judge(text).map_err($crate::validation::ValidationError::new)
            }
        )+
    };
}
/// What may be left out of a declaration.
#[doc(hidden)]
#[macro_export]
macro_rules! __optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
/// Where a form is kept; none for one that is not stored.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored {
    () => {
        None
    };
    ($table:literal) => {
        Some(STORED)
    };
}
