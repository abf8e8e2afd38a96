/** Saving, editing and using prompts. */
export const prompts = {
  changesNotSaved: 'Unsaved changes',
  deleted: 'Deleted “{{name}}”',
  editor: {
    project: 'Available in',
    everywhere: 'All chats',
    asksFor: 'Asks for <names/>',
    clear: 'Clear',
    exampleName: 'a name',
    fillsIn: 'Fills in <names/>',
    howToAsk:
      'Write <example/> for each value to ask for. <date/> and <clipboard/> are filled in automatically.',
    nameHint: 'What you type after /prompt',
    saving: 'Saving…',
    undoChanges: 'Discard changes',
  },
  form: {
    insert: 'Insert',
    keys: 'Enter to continue, Shift+Enter for a new line',
  },
  new: 'New prompt',
  notSaved: 'Not saved yet',
  reading: 'Loading your prompts…',
  search: 'Search prompts',
  whatTheyAre:
    'A prompt is text that you save to reuse. To use one, type <command>/prompt</command> and its name in the message field.',
  whatVariablesAre:
    'Write <example/> for a value to fill in each time. <date/> and <clipboard/> are filled in automatically.',
  writeFirst: 'Write a prompt',
} as const
