import { oddityNames } from './oddities.ts'

/** How the server misbehaves. Each is a switch: `--fault NAME`, repeatable. */
export const faults = [
  /** Answers nothing at all. */
  'silent',
  /** Exits at once, with words on standard error. */
  'exit-at-start',
  /** Exits when it is asked anything before `initialize`, as some older servers do. */
  'exit-on-probe',
  /** Exits when it is asked to initialize. */
  'exit-on-initialize',
  /** Prints lines that are no messages, between those that are. */
  'garbage',
  /** Sends notifications without end. */
  'flood',
  /** Ignores SIGTERM, SIGINT and the end of its input. */
  'ignore-end',
  /** Continues a cancelled call, and reports progress. */
  'ignore-cancel',
  /** Blocks during a call, so that it answers nothing else. */
  'block',
  /** Starts a process of its own that outlives it. */
  'leave-child',
  /** Tools whose schemas refer to themselves, to other servers, have 10,000 properties or are nested deeply. */
  'schemas',
  /** Two tools with the same name, and names that cannot be used. */
  'names',
  /** Each page of tools leads to another. */
  'endless-pages',
  /** Its list of resources is 8 MB long. */
  'huge-lists',
  /** Offers 60 more tools with ordinary definitions; one of them, `large`, sends 5 MB. */
  'many-tools',
  /** Speaks the version 2026-07-28 of the protocol. */
  'newer',
  /** Does not answer a ping. */
  'no-ping',
  /** Reads nothing while it executes `nap`, which takes longer than a cancelled call may keep it busy. */
  'in-turn',
  /** Over HTTP: forgets its sessions with the call of `forget`, and answers with this status. */
  'forget-404',
  'forget-400',
  'forget-410',
  'forget-401',
  'forget-422',
  'forget-200',
  /** Over HTTP: one JSON body, called text; JSON called events; events called JSON; events with names or CR line ends. */
  'body-text',
  'body-json-as-events',
  'body-events-as-json',
  'event-names',
  'event-returns',
  /** Over HTTP: ends the answer to a call without an answer; accepts a call and sends nothing. */
  'no-answer',
  'only-accepts',
  ...oddityNames,
] as const
export type Fault = (typeof faults)[number]

/** Checks the name of a switch. */
export function isFault(name: string): name is Fault {
  return faults.some((fault) => fault === name)
}
