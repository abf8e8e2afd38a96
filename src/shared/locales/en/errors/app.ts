import { webErrors } from './web'

/**
 * Errors of Parley itself. For each code and reason: what happened, and what the reader can do about it. `detail` is for
 * callers of the API.
 */
export const appErrors = {
  DEGRADED: {
    'no-answers': { what: 'New answers cannot start.', detail: '{{firstError}}' },
    'not-now': { what: 'Parley cannot do this right now.', detail: '{{firstError}}' },
  },
  LIMIT_REACHED: {
    ...webErrors.LIMIT_REACHED,
    'watch-limit': {
      what: 'The watch of this set has reached its limit of {{limitUsd, currency(USD)}} for this month.',
      fix: 'Raise its limit, or wait until next month.',
    },
    day: {
      what: 'You have reached today’s spending limit of {{limitUsd, currency(USD)}}.',
      fix: 'Raise the limit in Spending, or wait until tomorrow.',
    },
    month: {
      what: 'You have reached this month’s spending limit of {{limitUsd, currency(USD)}}.',
      fix: 'Raise the limit in Spending, or wait until next month.',
    },
  },
  CANCELLED: {
    call: { what: 'The call was cancelled.' },
    'connection-lost': { what: 'The connection to Parley was lost.', fix: 'Try again.' },
    'connection-lost-export': {
      what: 'The connection to Parley was lost.',
      fix: 'Export again when the connection is back.',
    },
    'connection-lost-import': {
      what: 'The connection to Parley was lost.',
      fix: 'Everything imported so far is saved. Import the file again to get the rest.',
    },
    export: { what: 'The export was cancelled.' },
    import: { what: 'The import was cancelled.', fix: 'Everything imported so far is kept.' },
    'check-not-agreed': { what: 'You did not allow the command, so nothing was run.' },
    interrupted: { what: 'Parley was interrupted. Everything that the request started has ended.' },
    'not-agreed': { what: 'You did not allow the change, so nothing was changed.' },
    'not-connected': {
      what: 'Parley cannot be reached.',
      fix: 'Your message stays here. Send it when the connection is back.',
    },
    'not-begun': { what: 'Cancelled before it started.', fix: 'Nothing was saved.' },
    quitting: { what: 'Parley is quitting.' },
    replaced: { what: 'Another message replaced this one before it was sent.', fix: 'Nothing was saved.' },
    request: { what: 'The request was cancelled.' },
    'settings-changed': {
      what: 'The agent’s settings changed while Parley was asking you.',
      fix: 'Save again.',
    },
    unreachable: { what: 'Parley cannot be reached.', fix: 'Try again in a moment.' },
    work: { what: 'Cancelled.' },
  },
  TIMEOUT: {
    ...webErrors.TIMEOUT,
    idle: {
      what_one: 'No output for {{count, number}} second. Stopped.',
      what_other: 'No output for {{count, number}} seconds. Stopped.',
      fix: 'Try again, or allow more time in Settings.',
    },
    summary: {
      what: 'The summary took too long and was discarded.',
      fix: 'Try again, or choose another model.',
    },
    'title-generation': { what: 'Generating a title took too long.' },
    wall: {
      what_one: 'The answer was not complete after {{count, number}} second. Stopped.',
      what_other: 'The answer was not complete after {{count, number}} seconds. Stopped.',
      fix: 'Allow more time in Settings.',
    },
    window: { what: 'The window stopped reading updates.', fix: 'Reload it.' },
    work: { what: 'This took too long and was stopped.', fix: 'Try again.' },
    'work-beside': {
      what: 'This was stopped because something else took too long.',
      fix: 'Try again.',
    },
  },
  INTERNAL: {
    'contestant-hidden': {
      what: 'This answer failed.',
      fix: 'The reason appears when the contestants are revealed.',
    },
    answer: {
      what: 'An error in Parley ended the answer.',
      kept: 'The text so far is kept.',
      fix: 'See the log for details.',
    },
    bug: { what: 'Something went wrong in Parley.', fix: 'See the log for details.' },
    'data-folder': {
      what: 'Parley cannot write to the data folder {{folder}} ({{detail}}).',
      fix: 'Check its permissions, or choose another one with --user-data.',
    },
    'data-folder-forbidden': {
      what: 'You do not have permission to write to the data folder {{folder}}.',
      fix: 'Change its permissions, or choose another one with --user-data.',
    },
    'data-folder-read-only': {
      what: 'The data folder {{folder}} is on a read-only disk.',
      fix: 'Choose another one with --user-data.',
    },
    'file-not-read': {
      what: '{{name}} could not be read ({{detail}}).',
      fix: 'Check that Parley can read its data folder, then restart Parley.',
    },
    'file-not-saved': {
      what: '{{name}} could not be saved ({{detail}}).',
      fix: 'Check that Parley can write to its data folder, then try again.',
    },
    'file-unreadable': {
      what: 'The file could not be read.',
      fix: 'It may have been moved or changed. Choose it again.',
    },
    'instance-lock': {
      what: 'Parley could not lock {{folder}} for this start.',
      fix: 'Check that you can write to this folder and to the folder for temporary files, and that their disk supports links. Then start Parley again.',
    },
    'native-module': {
      what: 'Parley’s database module could not be loaded ({{detail}}).',
      fix: 'Install Parley again. If you run it from its source code, use npm ci.',
    },
    'key-not-encrypted': {
      what: 'The saved key of {{providerId}} could not be encrypted with your system’s key storage.',
    },
    'link-not-opened': { what: 'No app on this computer can open {{address}}.' },
    'not-started': { what: 'Parley could not start: {{detail}}' },
    'not-restarted': {
      what: 'Parley could not restart, so nothing was changed.',
      fix: 'Quit Parley, start it again, then try again.',
    },
    'page-not-opened': {
      what: 'The page could not be opened in your browser ({{detail}}).',
      fix: 'Save it as a file, then open that file.',
    },
    permission: {
      what: 'Parley cannot write to its data folder.',
      fix: 'Check the permissions of the folder, then restart Parley.',
    },
    window: { what: 'Something went wrong in this window.' },
  },
} as const
