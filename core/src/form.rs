//! What a form is: declared once, in a file of its own, by [`form!`]. Everything else follows from the declaration or
//! iterates over [`FORMS`](crate::FORMS).

use std::borrow::Cow;

use crate::{
    attachment::{Attachment, FileRule},
    metadata::FieldRule,
    rule::TextRule,
    validation::FieldError,
};

/// A form as data.
#[derive(Debug)]
pub struct Form {
    /// What the form is called, in the module and in the vectors.
    pub name: &'static str,
    /// What its type is called, in Rust and in the API's description.
    pub type_name: &'static str,
    /// Where accepted forms are kept, when they are stored.
    pub stored: Option<Stored>,
    /// The rules of its texts, in the form's order.
    pub texts: &'static [TextRule],
    /// The fields that are judged beside another one as well.
    pub beside: &'static [&'static str],
    /// The rule of its file, which comes after the texts.
    pub file: Option<FileRule>,
    pub(crate) check: fn(&[&str], Option<Attachment<'_>>) -> Vec<FieldError>,
}

/// What is kept of a form that is stored.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// The table of accepted forms.
    pub table: &'static str,
    /// What a record of it is called.
    pub record: &'static str,
    /// What is said when there is no such record.
    pub not_found: &'static str,
    /// The page of thanks, to which a browser is led that posted the form itself.
    pub thanks: &'static str,
}

impl Form {
    /// The names of the fields, in the form's order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|rule| rule.name).chain(self.file.map(|rule| rule.name))
    }

    /// The rule of a text field, by the field's name.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'static TextRule> {
        self.texts.iter().find(|rule| rule.name == name)
    }

    /// What each field takes, in the form's order.
    pub fn fields(&self) -> impl Iterator<Item = FieldRule> {
        self.texts.iter().map(FieldRule::from).chain(self.file.as_ref().map(FieldRule::from))
    }

    /// Every refused field in the form's order; none when the form would be accepted. The texts are as they were
    /// typed and in the form's order; one that is missing is empty.
    #[must_use]
    pub fn check(&self, texts: &[&str], file: Option<Attachment<'_>>) -> Vec<FieldError> {
        (self.check)(texts, file)
    }
}

/// The next of a form's texts; empty after the last.
pub(crate) fn next_text<'a>(texts: &mut &[&'a str]) -> Cow<'a, str> {
    Cow::Borrowed(texts.split_off_first().copied().unwrap_or_default())
}

/// Declares a form: its name, its table and what a record there is called, and each field with its kind, its limits and
/// its sentences.
///
/// ```text
/// form! {
///     /// Who wants to hear from the agency.
///     pub struct NewsletterForm, "newsletter", stored in "subscriptions" as "Subscription" {
///         /// Where the letter goes.
///         email: Email {
///             required: "Email is required",
///             max: person::EMAIL_MAX => "Email must not exceed {number} characters",
///             control: "Email contains characters that cannot be used",
///             pattern: "Enter a valid email",
///         }
///     }
/// }
/// ```
///
/// A text has `required` (unless it may stay empty), `min` (where there is a shortest text), `max`, `control`, and
/// `pattern` when it is an `Email`, in this order; `{number}` or `{word}` in a sentence is the limit before it. A
/// file comes after the texts and has `required`, `types` and `megabytes`. What holds between two texts comes last, in
/// `where`: the judged one, a function of both that tells whether it passes, the other one, and the sentence otherwise.
///
/// From it come the struct that serde and `validator` see, `RULES` with each field's rule under its name, `STORED` with
/// its table and what is said of its records, `FORM` for [`FORMS`](crate::FORMS), and `normalized`, `accept` and
/// `check`. What [`TextRule::fault`] and [`FileRule::fault`] find does not compile.
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
                required: $crate::form::optional!($($required)?),
                min: $crate::form::optional!($($crate::rule::Limit {
                    chars: $min,
                    message: $crate::sentence::sentence!($too_short, $min),
                })?),
                max: $crate::rule::Limit {
                    chars: $max,
                    message: $crate::sentence::sentence!($too_long, $max),
                },
                control: $control,
                pattern: concat!($($pattern)?),
            },)+
            $($file: $crate::attachment::FileRule {
                name: stringify!($file),
                required: $no_file,
                types: &[$($crate::attachment::CvType::$type),+],
                wrong_type: $wrong_type,
                size_limit: $megabytes * $crate::attachment::MEGABYTE,
                too_large: $crate::sentence::sentence!($too_large, $megabytes),
            },)?
        };

        #[expect(dead_code, non_upper_case_globals, reason = "evaluated only; the error names the field")]
        const _: () = {
            $(const $text: () = if let Some(fault) = RULES.$text.fault() { panic!("{}", fault) };)+
            $(const $file: () = if let Some(fault) = RULES.$file.fault() { panic!("{}", fault) };)?
        };

        /// The form as data.
        pub static FORM: $crate::form::Form = $crate::form::Form {
            name: $name,
            type_name: stringify!($form),
            stored: $crate::form::stored!($($table)?),
            texts: &[$(RULES.$text),+],
            beside: &[$($(stringify!($judged)),+)?],
            file: $crate::form::optional!($(RULES.$file)?),
            check: |mut texts, _file| {
                let form = $form { $($text: $crate::form::next_text(&mut texts)),+ };
                form.check($(RULES.$file.judge(_file).map(drop))?)
            },
        };

        $(#[$form_doc])*
        ///
        /// After [`normalized`](Self::normalized), what is judged and stored.
        #[derive(Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, validator::Validate)]
        #[serde(default)]
        #[validate(crate = "crate::validation")]
        pub struct $form<'a> {
            $(
                $(#[$text_doc])*
                #[serde(deserialize_with = "crate::text::null_as_empty")]
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
pub(crate) use form;

/// What may be left out of a declaration.
macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
pub(crate) use optional;

/// Where a form is kept; none for one that is not stored.
macro_rules! stored {
    () => {
        None
    };
    ($table:literal) => {
        Some(STORED)
    };
}
pub(crate) use stored;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::{all_forms, sentence::WORDS, stored_forms};

    #[test]
    fn forms_and_tables_have_names_of_their_own() {
        let names = all_forms().flat_map(|form| [form.name, form.type_name]).collect::<HashSet<_>>();
        assert_eq!(names.len(), 2 * all_forms().count(), "two forms have one name");
        let tables = stored_forms().map(|stored| stored.table).collect::<Vec<_>>();
        assert_eq!(tables.iter().collect::<HashSet<_>>().len(), tables.len(), "two forms have one table");
        for form in all_forms() {
            let fields = form.names().collect::<HashSet<_>>();
            assert_eq!(fields.len(), form.names().count(), "{} has two fields of one name", form.name);
        }
    }

    /// The numbers that a sentence says, in digits or in letters.
    fn numbers(sentence: &str) -> Vec<usize> {
        let words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
        let number = |word: &str| {
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
            digits.parse().ok().or_else(|| WORDS.iter().position(|known| *known == word))
        };
        words.filter_map(number).collect()
    }

    #[test]
    fn a_sentence_says_no_other_number_than_its_limit() {
        for form in all_forms() {
            let texts = form.texts.iter().flat_map(|rule| {
                let limits = [rule.min, Some(rule.max)].into_iter().flatten();
                let others = [rule.required, Some(rule.control), Some(rule.pattern)].into_iter().flatten();
                let others = others.map(|sentence| (sentence, None));
                limits.map(|limit| (limit.message, Some(limit.chars))).chain(others)
            });
            let file = form.file.into_iter().flat_map(|rule| {
                let megabytes = rule.size_limit / crate::attachment::MEGABYTE;
                [(rule.required, None), (rule.wrong_type, None), (rule.too_large, Some(megabytes))]
            });
            for (sentence, limit) in texts.chain(file) {
                for number in numbers(sentence) {
                    assert_eq!(Some(number), limit, "{}: {sentence}", form.name);
                }
            }
        }
        assert_eq!(numbers("ten of 30, under 5MB"), [10, 30, 5]);
    }

    #[test]
    fn the_sentence_for_another_type_names_every_type_that_is_taken() {
        for rule in all_forms().filter_map(|form| form.file) {
            for file_type in rule.types {
                let name = file_type.name().to_uppercase();
                assert!(rule.wrong_type.contains(&name), "{} does not name {name}", rule.wrong_type);
            }
        }
    }
}
