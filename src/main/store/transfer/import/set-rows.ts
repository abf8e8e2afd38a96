import type { SetId, SetRunId } from '../../../../shared/ids'
import type { WritableDatabase } from '../../database/database'
import { toJson } from '../../database/stored-json'
import type { ParleySet } from '../parley-format/parley-set-run'

/** The statements that store imported prompt sets and runs. */
export function setRows(database: WritableDatabase) {
  const namesakes = database.query<{ id: SetId }>(
    'SELECT id FROM prompt_sets WHERE name = :name AND created_at = :createdAt AND deleted_at IS NULL',
  )
  const promptsOf = database.query<{
    text: string
    system_prompt: string | null
    variables: string
    checks: string
  }>(
    'SELECT text, system_prompt, variables, checks FROM set_prompts WHERE set_id = ? ORDER BY position, rowid',
  )
  const hasRun = database.query('SELECT 1 FROM set_runs WHERE set_id = :id AND started_at = :startedAt')
  return {
    /** The same set, with all of its runs; null when there is none. */
    knownSet({ name, createdAt, prompts, runs }: ParleySet): SetId | null {
      const content = toJson(
        prompts.map(({ text, systemPrompt, values, checks }) => [
          text,
          systemPrompt,
          toJson(values),
          toJson(checks),
        ]),
      )
      const known = namesakes
        .all({ name, createdAt })
        .find(
          ({ id }) =>
            toJson(
              promptsOf
                .all(id)
                .map(({ text, system_prompt: system, variables, checks }) => [
                  text,
                  system,
                  variables,
                  checks,
                ]),
            ) === content && runs.every((startedAt) => hasRun.get({ id, startedAt }) !== undefined),
        )
      return known?.id ?? null
    },
    /** The run of a set that started then and asked the same of the same models. */
    runOf: database.query<{ id: SetRunId }>(`
      SELECT id FROM set_runs WHERE set_id = :setId AND started_at = :startedAt AND prompts = :prompts
        AND prompt_count = :promptCount AND repeats = :repeats`),
    /** A single run that was imported before. */
    knownRun: database.query(`
      SELECT 1 FROM set_runs JOIN prompt_sets ON prompt_sets.id = set_id
      WHERE set_runs.name = :name AND started_at = :startedAt AND models = :models AND prompts = :prompts
        AND prompt_sets.deleted_at IS NULL`),
    insertSet: database.command(`
      INSERT INTO prompt_sets (id, name, created_at, updated_at, deleted_at)
      VALUES (:id, :name, :createdAt, :now, :now)`),
    insertPrompt: database.command(`
      INSERT INTO set_prompts (id, set_id, position, text, system_prompt, variables, checks)
      VALUES (:id, :setId, :position, :text, :systemPrompt, :values, :checks)`),
    insertRun: database.command(`
      INSERT INTO set_runs (id, set_id, name, state, models, prompt_count, repeats, at_once, cost_limit_usd,
        started_at, ended_at, error, prompts, revealed_at, judge_of)
      VALUES (:id, :setId, :name, :state, :models, :promptCount, :repeats, :atOnce, :costLimitUsd, :startedAt,
        :endedAt, :error, :prompts, :revealedAt, :judgeOf)`),
    insertCell: database.command(`
      INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, text, error, finish, usage, cost_usd, ttft_ms,
        duration_ms, checks, passed, answered_at)
      VALUES (:runId, :cell, 1, 1, 0, :text, :error, :finish, :usage, :costUsd, :ttftMs, :durationMs, :checks, :passed,
        :at)
      ON CONFLICT (run_id, cell) DO NOTHING`),
    insertBallot: database.command(`
      INSERT INTO set_ballots (run_id, prompt, repeat, answers, revealed_at)
      VALUES (:runId, :prompt, :repeat, :answers, :revealedAt)
      ON CONFLICT (run_id, prompt, repeat) DO NOTHING`),
    end: database.command(`
      UPDATE set_runs SET state = 'done'
      WHERE id = :runId AND (SELECT count(*) FROM set_cells WHERE run_id = :runId) = :cellCount`),
    show: database.command('UPDATE prompt_sets SET deleted_at = NULL, updated_at = ? WHERE id = ?'),
    erase: database.command('DELETE FROM prompt_sets WHERE id = ?'),
  }
}
