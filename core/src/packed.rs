//! Reads the compressed tables that `build/packed.rs` writes.

/// Iterator over LEB128 numbers: seven bits a byte, the lowest first; the eighth bit marks that more bytes follow.
pub(crate) struct Numbers<'a>(pub(crate) &'a [u8]);

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0_u32, 0_u32);
        loop {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or_default();
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift = shift.saturating_add(7);
        }
    }
}

/// Adds a zigzag-encoded distance. The last bit is its sign.
pub(crate) const fn apply_distance(from: u32, distance: u32) -> u32 {
    let size = distance.div_ceil(2);
    if distance.is_multiple_of(2) { from.wrapping_add(size) } else { from.wrapping_sub(size) }
}
