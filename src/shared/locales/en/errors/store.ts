/** Errors of stored data and its disk. For each code and reason: what happened, and what the reader can do about it. */
export const storeErrors = {
  STORE_FULL: {
    busy: {
      what: 'Another program is using the file with your chats, so nothing can be saved right now.',
      fix: 'Close that program, then try again.',
    },
    'data-folder': {
      what: 'The disk with the data folder {{folder}} is full.',
      fix: 'Free up some space and start Parley again, or choose another data folder with --user-data.',
    },
    disk: {
      what: 'The disk with Parley’s data cannot be read or written.',
      fix: 'Check that it is connected and has free space, then try again.',
    },
    'file-disk': {
      what: '{{name}} could not be saved because the disk is not working.',
      fix: 'Check that the disk is connected, then try again.',
    },
    'file-full': {
      what: '{{name}} could not be saved because the disk is full.',
      fix: 'Free up some space, then try again.',
    },
    full: {
      what: 'The disk is full, so nothing more can be saved.',
      fix: 'Free up some space, then try again.',
    },
    handoff: {
      what: 'The answer could not be added to {{path}}.',
      fix: 'Check that its disk has free space.',
    },
    snapshot: {
      what: 'There is not enough disk space for a snapshot of your chats, which needs {{mebibytes, number}} MiB.',
      fix: 'Free up some space, then try again.',
    },
    upload: {
      what: 'There is not enough disk space for this file.',
      fix: 'Free up some space, then try again.',
    },
  },
  STORE_DAMAGED: {
    answer: {
      what: 'The end of an interrupted answer could not be read (run {{runId}}).',
      kept: 'The text before it is kept.',
    },
    damaged: {
      what: 'The file with your chats is damaged.',
      fix: 'Restart Parley. It keeps the file and recovers everything that can still be read.',
    },
    'entries-skipped': {
      what: '{{name}} has entries that this version cannot read: {{entries}}.',
      fix: 'Parley uses the rest.',
    },
    'entries-skipped-copied': {
      what: '{{name}} has entries that this version cannot read: {{entries}}.',
      fix: 'Parley uses the rest and kept the original file as {{copy}}.',
    },
    file: { what: '{{name}} is damaged.', fix: 'Parley continues without it.' },
    'file-set-aside': {
      what: '{{name}} is damaged.',
      fix: 'It was kept as {{copy}}, and Parley continues without it.',
    },
    'agent-variable': {
      what: 'The saved value of {{variable}} for the agent {{agentId}} cannot be read.',
      fix: 'If your system’s key storage is locked, unlock it and restart Parley. Otherwise, enter the value again in Settings.',
    },
    key: {
      what: 'The saved key of {{providerId}} cannot be read.',
      fix: 'If your system’s key storage is locked, unlock it and restart Parley. Otherwise, enter the key again in Settings.',
    },
    'key-file': {
      what: 'The file that encrypts saved keys is damaged.',
      fix: 'It was kept as {{copy}}, and a new one was created. Enter your keys again in Settings.',
    },
    message: {
      what: 'This message was damaged on the disk.',
      fix: 'What could still be read is shown below, as it was stored.',
    },
    'newer-version': {
      what: 'A newer version of Parley, or an earlier development build, wrote this data folder (version {{version}}; this one reads up to {{newestVersion}}). Nothing was changed.',
      fix: 'Install that version, or start this one with another data folder.',
    },
    'older-version': {
      what: 'This data folder was last used by an older version of Parley.',
      fix: 'Start the Parley app once to update it.',
    },
    snapshot: { what: 'This snapshot is damaged, so nothing was changed.', fix: 'Choose another one.' },
  },
  DATA_FOLDER_IN_USE: {
    'in-use': {
      what: 'Another instance of Parley is using the data folder {{folder}}.',
      fix: 'Close it first, or start this one with another data folder.',
    },
    'in-use-by': {
      what: 'Another instance of Parley (process {{pid}}) is using the data folder {{folder}}.',
      fix: 'Close it first, or start this one with another data folder.',
    },
  },
} as const
