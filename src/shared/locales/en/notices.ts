export const notices = {
  banner: {
    problem: 'Problem',
    notice: 'Notice',
    notifications: 'Notifications',
    details: 'Details',
    hideHint: 'Hide until something else fails',
    moreWaiting: '{{number}} more',
  },
  confirmation: {
    'agent-settings': 'Change an agent’s program, address or variables?',
    'unlimited-agent': 'Give an agent full access?',
    'start-server': 'Start an MCP server?',
    'check-command': 'Run a command that checks the agents’ work?',
    'set-commands': 'Let a prompt set run commands?',
    'knowledge-folder': 'Let a project’s models read a folder?',
    'open-page': 'Open a page for an MCP server?',
    'answer-page': 'Open a page of an answer in your browser?',
  },
  connection: {
    restarting: 'Restarting…',
    restartingRest: 'Answers in progress are saved first. Drafts are kept.',
    reconnecting: 'Reconnecting…',
    startedAnew: 'Parley is restarting. What you type here is kept.',
    unreachable:
      'Parley cannot be reached. What you type here is kept. If Parley has quit, start it again. It opens a new window.',
  },
  /** Notices from the desktop app. */
  host: {
    keysLocked: 'Saved API keys cannot be read right now.',
    keysLockedRest:
      'Your system’s key storage denied access. If it is locked, unlock it and restart Parley. Otherwise, enter your keys again. Nothing was deleted.',
    later: 'Later',
    restart: 'Restart now',
    quickKeysTaken: 'The system does not allow {{keys}}, or another program uses them.',
    quickKeysTakenRest:
      'The quick window cannot be opened with these keys. Choose others in Settings, under Shortcuts.',
    unsandboxed: 'Parley is running without Chromium’s sandbox.',
    unsandboxedRest:
      'It was started with --no-sandbox, as the AppImage does on systems that forbid user namespaces. The deb package keeps the sandbox.',
    updateReady: 'Parley {{version}} is ready to install.',
    updateReadyRest:
      'Restarting saves answers in progress first. Otherwise, the update is installed when you quit.',
  },
  offer: {
    question: 'An answer finished while you were away. Get a notification next time?',
    yes: 'Notify me',
  },
  /** What has failed, and what still works. */
  problem: {
    since: 'Since {{time}}',
    sinceAndMore: 'First at {{time}}, followed by {{number}} more',
    copyingWorks: 'You can still copy what is on the screen and open Settings.',
    restWorks: 'What you see may be out of date. Everything else still works.',
    runs: 'New answers cannot start.',
    runsRest: 'You can still read and copy, and open Settings.',
    disk: 'The disk is almost full.',
    diskRest: 'Everything still works. Free up some space before saving fails.',
    inWindow: 'Something in a Parley window failed.',
    otherWindow: 'Another Parley window is not responding.',
    otherWindowRest: 'This one still works.',
    app: 'Something in Parley failed.',
    storeDamaged: 'The file with your chats cannot be read.',
    store: 'Chats cannot be read or saved right now.',
    storeBusy: 'Nothing new can be saved: another program is using the file with your chats.',
    storeDisk: 'Nothing new can be saved: the disk is not working.',
    storeFull: 'Nothing new can be saved: the disk is full.',
    storeFullRest: 'Reading and copying still work. Free up some space, and saving resumes automatically.',
  },
  /** System notifications for answers that ended out of sight. */
  done: {
    ready: 'The answer is ready',
    answersReady_one: '{{count}} answer is ready',
    answersReady_other: '{{count}} answers are ready',
    allPanes_one: '{{count}} pane is done',
    allPanes_other: 'All {{count}} panes are done',
    somePanes_one: '{{count}} pane is done, {{failed}} failed',
    somePanes_other: '{{count}} panes are done, {{failed}} failed',
    asks: 'Needs your input: {{title}}',
  },
} as const
