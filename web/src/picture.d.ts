/** Made by `scripts/pictures.ts` of the file that is named. */
declare module "*?picture" {
  import type { Picture } from "./ui/picture-url";
  const picture: Picture;
  export default picture;
}

/** The icon's address in the file that `scripts/icons-sprite.ts` makes. */
declare module "*.svg?icon" {
  const icon: string;
  export default icon;
}
