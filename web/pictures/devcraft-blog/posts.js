globalThis.posts = [
  [
    "Your slow page is one index away",
    "Reading an EXPLAIN plan line by line, with a table of 40 million rows that anyone can load.",
    "postgres",
    "12 min",
    "May 28",
  ],
  [
    "Django migrations that nobody notices",
    "Adding a column, filling it and making it required, in three releases without a lock.",
    "django",
    "9 min",
    "May 21",
  ],
  [
    "Search without a search server",
    "Ranking, prefixes and typos with what Postgres already has.",
    "postgres",
    "14 min",
    "May 13",
  ],
  [
    "A cache you can throw away",
    "Why every key in ours carries the version of the code that wrote it.",
    "caching",
    "7 min",
    "May 6",
  ],
  [
    "Signals are not events",
    "What Django promises about them, and the three bugs that taught us.",
    "django",
    "8 min",
    "April 29",
  ],
];
