//! Generates a PDF of one page with a few lines.

use std::fmt::Write as _;

/// Returns a PDF of one page. Characters outside printable ASCII are left out.
pub(crate) fn document(lines: &[&str]) -> Vec<u8> {
    let mut text = String::from("BT /F1 12 Tf 72 760 Td 18 TL");
    for line in lines {
        let plain = line.chars().filter(|c| matches!(c, ' '..='~') && !matches!(c, '(' | ')' | '\\'));
        let _ = write!(text, " ({}) Tj T*", plain.collect::<String>());
    }
    text.push_str(" ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut index = String::new();
    for (number, object) in (1..).zip(&objects) {
        let _ = writeln!(index, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let size = objects.len().saturating_add(1);
    let _ = write!(
        file,
        "xref\n0 {size}\n0000000000 65535 f \n{index}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}
