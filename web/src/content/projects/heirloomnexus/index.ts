/** This project has no case study yet. */
export default undefined;
