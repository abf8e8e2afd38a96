/**
 * A run of a set has a copy of its prompts and of the line-up. A cell is one prompt, one model and one repeat; its answer
 * is stored once, with its checks. `past`: earlier turns, files and tools; `course`: earlier answers, recorded calls.
 */
export const promptSetTables = `
  CREATE TABLE prompt_sets (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    rubric     TEXT -- JSON: criteria for answers.
  ) STRICT;

  CREATE TABLE set_prompts (
    id            TEXT PRIMARY KEY NOT NULL,
    set_id        TEXT NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL,
    text          TEXT NOT NULL,
    system_prompt TEXT,
    variables     TEXT NOT NULL,
    checks        TEXT NOT NULL,
    past          TEXT, expected TEXT, seen_by TEXT, answer TEXT -- JSON: who has seen a question from a chat, its answer.
  ) STRICT;
  CREATE INDEX prompts_of_set ON set_prompts (set_id, position);

  CREATE TABLE set_runs (
    id             TEXT PRIMARY KEY NOT NULL,
    set_id         TEXT NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
    name           TEXT NOT NULL,
    state          TEXT NOT NULL,
    models         TEXT NOT NULL,
    prompt_count   INTEGER NOT NULL,
    repeats        INTEGER NOT NULL,
    at_once        INTEGER NOT NULL,
    cost_limit_usd REAL,
    -- The run whose answers a model judges here; its prompts are the pairs of cells to compare. By a rubric, each answer is
    -- a pair with itself, once for every criterion. ratings: the user's marks for the answers.
    judge_of       TEXT, rubric TEXT, ratings TEXT,
    started_at     INTEGER NOT NULL,
    ended_at       INTEGER,
    -- When all its answers were shown with their models, as in a file.
    revealed_at    INTEGER,
    error          TEXT,
    prompts        TEXT NOT NULL
  ) STRICT;
  CREATE INDEX runs_of_set ON set_runs (set_id, started_at);
  CREATE INDEX judges_of_run ON set_runs (judge_of) WHERE judge_of IS NOT NULL;

  CREATE TABLE set_cells (
    run_id      TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    cell        INTEGER NOT NULL,
    is_done     INTEGER NOT NULL CHECK (is_done IN (0, 1)),
    -- Requests that gave the answer, or whose outcome is unknown because Parley ended first.
    attempts    INTEGER NOT NULL,
    lost_usd    REAL NOT NULL,
    text        TEXT,
    error       TEXT,
    finish      TEXT,
    usage       TEXT,
    cost_usd    REAL,
    ttft_ms     REAL,
    duration_ms REAL,
    checks      TEXT,
    passed      INTEGER,
    answered_at INTEGER,
    course      TEXT,
    -- The batch that gave or will give the answer.
    batch       TEXT,
    PRIMARY KEY (run_id, cell)
  ) STRICT;
  CREATE INDEX set_cells_of_windows ON set_cells (run_id, cell) WHERE instr(checks, '"needs-window"') > 0;

  -- Batches of cells at providers, all for the model with this index in the run. The provider gets the id, and returns the handle.
  CREATE TABLE set_batches (
    id           TEXT PRIMARY KEY NOT NULL,
    run_id       TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    model        INTEGER NOT NULL,
    state        TEXT NOT NULL,
    prepared     TEXT NOT NULL,
    handle       TEXT,
    is_cancelled INTEGER NOT NULL,
    created_at   INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX batches_of_run ON set_batches (run_id);

  -- A set that is run again and again, to notice when a model changes. Its next run is due at next_at; told: the models
  -- whose change the user knows.
  CREATE TABLE set_watches (
    set_id      TEXT PRIMARY KEY NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
    baseline_id TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    every       TEXT NOT NULL,
    repeats     INTEGER NOT NULL,
    limit_usd   REAL,
    control     TEXT,
    next_at     INTEGER NOT NULL,
    problem     TEXT,
    told        TEXT NOT NULL
  ) STRICT;
  CREATE INDEX watches_of_run ON set_watches (baseline_id);

  -- The runs of watches, with the run that they are compared with.
  CREATE TABLE set_looks (
    run_id      TEXT PRIMARY KEY NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    baseline_id TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    due_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX looks_of_run ON set_looks (baseline_id);

  -- The order in which answers are shown for a vote, and since when the user can know their models.
  CREATE TABLE set_ballots (
    run_id      TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
    prompt      INTEGER NOT NULL,
    repeat      INTEGER NOT NULL,
    answers     TEXT NOT NULL,
    revealed_at INTEGER,
    PRIMARY KEY (run_id, prompt, repeat)
  ) STRICT;`
