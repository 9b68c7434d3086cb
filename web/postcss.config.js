import globalData from "@csstools/postcss-global-data";
import customMedia from "postcss-custom-media";

// Every style sheet knows the named breakpoints.
export default {
  plugins: [globalData({ files: ["src/ui/styles/breakpoints.css"] }), customMedia()],
};
