import type { Source } from "../source";

const sage = "dfe7dd";
const clay = "f4e0d3";
const sunk = "ebe4d5";
const still = { gestureProbability: 0 };

function portrait(
  name: string,
  seed: string,
  background: string,
  options: Record<string, unknown> = {},
): Source {
  return {
    name: `client-${name}`,
    avatar: { seed, background, options: { ...still, ...options } },
    size: [112, 112],
    widths: [56, 112],
  };
}

function member(name: string, seed: string, background: string): Source {
  return {
    name: `team-${name}`,
    avatar: { seed, background, options: still },
    size: [480, 480],
    widths: [160, 320, 640],
  };
}

/** The workshop, who works there, and the clients who speak on the pages. */
export const pictures: Record<string, Source[]> = {
  about: [
    {
      name: "about-workshop",
      page: "about/hero.html",
      size: [1200, 1000],
      widths: [360, 720, 960, 1280],
    },
  ],
  team: [
    member("ana-delgado", "river-27", clay),
    member("wes-holloway", "river-50", sage),
    member("grace-nakamura", "brazos-16", "a9bdaf"),
    member("samuel-boateng", "river-31", clay),
  ],
  "home-clients": [
    portrait("carla-mendoza", "river-5", clay),
    portrait("marcus-reed", "river-59", sage),
    portrait("anjali-mehta", "river-37", sunk),
    portrait("jonah-whitfield", "river-19", clay),
    portrait("denise-adeyemi", "river-9", sage),
    portrait("tom-haverty", "river-52", sunk),
  ],
  "about-clients": [
    portrait("elena-vogt", "river-25", sage),
    portrait("raymond-tully", "brazos-2", clay),
    portrait("amelia-castro", "brazos-11", sunk),
    portrait("henry-osei", "brazos-49", sage),
    portrait("mei-sorensen", "river-39", clay),
    portrait("luis-barragan", "brazos-20", sunk),
  ],
  "hire-us-clients": [
    portrait("nadia-petrov", "brazos-34", clay),
    portrait("caleb-winters", "river-33", sage),
  ],
};
