// Written by "make pictures"; change web/pictures instead.
import type { Picture } from "./picture";

export const ecommerceCategory: Picture = {
  name: "ecommerce-category",
  hash: "082a487e14",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const ecommerceProduct: Picture = {
  name: "ecommerce-product",
  hash: "2749bd1616",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};

export const ecommercePhones: Picture = {
  name: "ecommerce-phones",
  hash: "7c274c534c",
  width: 1680,
  height: 1050,
  widths: [480, 800, 1200, 1680],
};
