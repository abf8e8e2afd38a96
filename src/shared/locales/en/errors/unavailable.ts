/** Requests for what is missing, running or empty. */
export const unavailableErrors = {
  NOT_FOUND: {
    attachment: { what: 'This file was not found.', fix: 'Attach it again.' },
    chat: { what: 'This chat was not found.', fix: 'It may have been deleted.' },
    comparison: { what: 'This comparison was not found.', fix: 'It may have been deleted.' },
    decision: {
      what: 'This request for a decision was not found.',
      fix: 'It was answered elsewhere, or the answer has ended.',
    },
    'demo-model': { what: 'The demo model “{{modelId}}” was not found.', fix: 'Choose another model.' },
    'edited-message': {
      what: 'The original message was sent before you saved your edit.',
      fix: 'Your edited text is here.',
    },
    export: { what: 'This export was not found.', fix: 'Export again.' },
    file: { what: 'This file was not found.', fix: 'Choose it again.' },
    message: { what: 'This message was not found in this chat.' },
    model: {
      what: 'The provider of the model {{modelRef}} was not found.',
      fix: 'Choose another model, or add the provider in Settings.',
    },
    'no-chats': { what: 'There are no chats to export yet.' },
    'only-hidden': {
      what: 'There is nothing to export except blind comparisons, and a file would name their models.',
      fix: 'Vote or reveal the contestants, then export again.',
    },
    pane: { what: 'This pane was not found.', fix: 'It may have been removed.' },
    'line-up': { what: 'This line-up was not found.', fix: 'It may have been deleted.' },
    'knowledge-source': {
      what: 'This file or folder was not found in the project.',
      fix: 'It may have been removed.',
    },
    'knowledge-text': {
      what: 'This text was not found.',
      fix: 'The file was removed from the project, or it has changed.',
    },
    'file-edit': { what: 'This edit was not found.', fix: 'It may have been undone already.' },
    path: { what: '{{path}} was not found.' },
    project: { what: 'This project was not found.', fix: 'It may have been deleted.' },
    prompt: { what: 'This prompt was not found.', fix: 'It may have been deleted.' },
    merge: { what: 'This merge was not found.', fix: 'It may have been deleted.' },
    set: { what: 'This prompt set was not found.', fix: 'It may have been deleted.' },
    'set-prompt': { what: 'This prompt was not found in its set.' },
    'set-watch': { what: 'A watch of this set was not found.' },
    'set-run': { what: 'This run was not found.', fix: 'Its set may have been deleted.' },
    vote: { what: 'This vote was not found.', fix: 'It may have been deleted.' },
    provider: { what: 'The provider “{{providerId}}” was not found.', fix: 'Add it in Settings first.' },
    queued: {
      what: 'This message was not found in the queue.',
      fix: 'Its answer has started, or it was removed.',
    },
    snapshot: { what: 'This snapshot was not found.', fix: 'It may have been replaced by newer ones.' },
    window: { what: 'No window is attached.' },
  },
  RUN_ACTIVE: {
    'all-panes': { what: 'All panes are still answering.', fix: 'Stop them or wait.' },
    creating: { what: 'The comparison is being created.' },
    pane: { what: 'An answer is already running in this pane.', fix: 'Stop it or wait.' },
    'merge-while-answering': {
      what: 'Some of these answers are still being written.',
      fix: 'Stop them or wait, then merge.',
    },
    'set-run': { what: 'This prompt set is already running.' },
    'vote-while-answering': {
      what: 'Some answers are still being written.',
      fix: 'Stop them or wait.',
    },
    running: { what: 'An answer is already running in this chat.', fix: 'Stop it or wait.' },
  },
  NO_PREVIOUS_MESSAGE: {
    'nothing-asked': { what: 'There is no previous message to retry: this chat has no messages yet.' },
  },
  NOTHING_TO_UNDO: {
    'no-messages': { what: 'There is nothing to undo: this chat has no messages.' },
  },
} as const
