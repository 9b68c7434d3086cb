use std::fmt::Write as _;

/// Appends a number as LEB128: seven bits a byte, the lowest first; the eighth bit marks that more bytes follow.
pub(crate) fn number(bytes: &mut Vec<u8>, mut number: u32) {
    loop {
        let [low, ..] = (number & 0x7f).to_le_bytes();
        number >>= 7;
        if number == 0 {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}

/// Appends a distance with its sign in the last bit (zigzag), so that small distances take few bytes.
pub(crate) fn signed(bytes: &mut Vec<u8>, distance: i64) {
    let zigzag = if distance < 0 { -2 * distance - 1 } else { 2 * distance };
    number(bytes, u32::try_from(zigzag).unwrap_or_default());
}

/// Converts the length of a range.
pub(crate) fn length(run: usize) -> u32 {
    u32::try_from(run).unwrap_or_default()
}

/// Prints the bytes as a Rust static.
pub(crate) fn print(name: &str, bytes: &[u8]) -> String {
    let mut source = format!("static {name}: [u8; {}] = [", bytes.len());
    for byte in bytes {
        let _ = write!(source, "{byte},");
    }
    source.push_str("];\n");
    source
}
