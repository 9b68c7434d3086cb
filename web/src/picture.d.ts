/** Made by `scripts/pictures.ts` of the file that is named. */
declare module "*?picture" {
  import type { Picture } from "./ui/picture-url";
  const picture: Picture;
  export default picture;
}
