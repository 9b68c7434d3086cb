/** How pictures are drawn and compressed. A change here makes them all anew. */
export const settings = {
  scale: 2,
  avif: { quality: 58, effort: 3 },
  webp: { quality: 80, effort: 4 },
  jpeg: { quality: 84, mozjpeg: true },
};
