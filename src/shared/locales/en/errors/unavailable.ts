/** Requests for what is missing, running or empty. */
export const unavailableErrors = {
  NOT_FOUND: {
    attachment: { what: 'This file is no longer available.', fix: 'Attach it again.' },
    chat: { what: 'This chat was not found.', fix: 'It may have been deleted.' },
    comparison: { what: 'This comparison was not found.', fix: 'It may have been deleted.' },
    decision: {
      what: 'This decision is no longer needed.',
      fix: 'It was made elsewhere, or the answer has ended.',
    },
    'demo-model': { what: 'There is no demo model named “{{modelId}}”.', fix: 'Choose another model.' },
    'edited-message': {
      what: 'The original message was sent before you saved your edit.',
      fix: 'Your edited text is here.',
    },
    export: { what: 'This export is no longer available.', fix: 'Export again.' },
    file: { what: 'This file is no longer available.', fix: 'Choose it again.' },
    message: { what: 'This message was not found in this chat.' },
    model: {
      what: 'The provider of the model {{modelRef}} is not set up here.',
      fix: 'Choose another model, or add the provider in Settings.',
    },
    'no-chats': { what: 'There are no chats to export yet.' },
    'only-hidden': {
      what: 'There is nothing to export except blind comparisons, and a file would name their models.',
      fix: 'Vote or reveal the contestants, then export again.',
    },
    pane: { what: 'This pane was not found.', fix: 'It may have been removed.' },
    'line-up': { what: 'This line-up was removed.' },
    'knowledge-source': { what: 'This file or folder was removed from the project.' },
    'knowledge-text': { what: 'The file is no longer part of the project, or has changed since.' },
    'file-edit': { what: 'This edit can no longer be undone.' },
    path: { what: '{{path}} was not found.' },
    project: { what: 'This project was deleted.' },
    prompt: { what: 'This prompt was deleted.' },
    merge: { what: 'This merge was removed.' },
    set: { what: 'This prompt set was not found.', fix: 'It may have been deleted.' },
    'set-prompt': { what: 'This prompt was not found in its set.' },
    'set-run': { what: 'This run was not found.', fix: 'Its set may have been deleted.' },
    vote: { what: 'This vote was deleted.' },
    provider: { what: 'There is no provider named “{{providerId}}”.', fix: 'Add it in Settings first.' },
    queued: {
      what: 'This message is no longer in the queue.',
      fix: 'Its answer has started, or it was removed.',
    },
    snapshot: { what: 'This snapshot was not found.', fix: 'It may have been replaced by newer ones.' },
    window: { what: 'No window is attached.' },
  },
  RUN_ACTIVE: {
    'all-panes': { what: 'All panes are still answering.', fix: 'Stop them or wait.' },
    creating: { what: 'The comparison is being created.' },
    pane: { what: 'This pane is still answering.', fix: 'Stop it or wait.' },
    'merge-while-answering': {
      what: 'Some of these answers are still being written.',
      fix: 'Stop them or wait, then merge.',
    },
    'set-run': { what: 'This run is already in progress.' },
    'vote-while-answering': {
      what: 'Some answers are still being written.',
      fix: 'Stop them or wait, then vote.',
    },
    running: { what: 'An answer is already in progress in this chat.', fix: 'Stop it or wait.' },
  },
  NO_PREVIOUS_MESSAGE: {
    'nothing-asked': { what: 'Nothing to resend: this chat has no messages yet.' },
  },
  NOTHING_TO_UNDO: {
    'no-messages': { what: 'Nothing to remove: this chat has no messages.' },
  },
} as const
