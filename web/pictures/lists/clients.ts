import type { Modules, Source } from "../source";

/** A face as the site shows it: small and round. */
function face(name: string, seed: string, background: string, options = {}): Source {
  return {
    name: `client-${name}`,
    size: [224, 224],
    widths: [56, 112, 224],
    avatar: { seed, background, options: { bodyIconProbability: 0, ...options } },
  };
}

const sage = "dfe7dd";
const clay = "f4e0d3";
const sand = "ebe4d5";

/** Those who speak of the agency's work. */
export const pictures: Modules = {
  clients: [
    face("marisol-vega", "p57", clay),
    face("teddy-okafor", "p63", sage),
    face("joanna-pruitt", "p41", sand),
    face("hazel-lindqvist", "p66", clay),
    face("andre-whitlock", "p45", sage),
    face("ray-castellano", "p58", sand),
  ],
  reviewers: [
    face("anita-shah", "p17", sage),
    face("walter-dunn", "p22", clay),
    face("simone-archer", "p34", sand),
  ],
};
