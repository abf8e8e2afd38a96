export const notices = {
  banner: {
    problem: 'Problem',
    notice: 'Notice',
    notifications: 'Notifications',
    details: 'Details',
    hide: 'Hide',
    hideHint: 'Hide until something else fails',
    isRead: 'I have read it',
    moreWaiting: '{{number}} more',
  },
  connection: {
    restarting: 'Restarting…',
    restartingRest: 'Answers being written are saved first. Drafts stay.',
    reconnecting: 'Reconnecting…',
    startedAnew: 'Parley is being started anew. What you write is kept here.',
    unreachable:
      'Parley cannot be reached. What you write is kept here. If Parley has ended, start it again: it opens a new window.',
  },
  /** What the desktop app has to say. */
  host: {
    keysLocked: 'Saved API keys cannot be opened now.',
    keysLockedRest:
      'The key store of your system refused. If it is locked, unlock it and restart Parley; otherwise enter the keys again. Nothing was deleted.',
    later: 'Later',
    restart: 'Restart now',
    unsandboxed: 'Parley runs without Chromium’s sandbox.',
    unsandboxedRest:
      'It was started with --no-sandbox, as the AppImage does where user namespaces are forbidden. The deb package keeps the sandbox.',
    updateReady: 'Parley {{version}} is ready to install.',
    updateReadyRest: 'Answers being generated are saved first. Otherwise it is installed when you quit.',
  },
  offer: {
    question: 'An answer was ready while you were elsewhere. Shall Parley tell you the next time?',
    no: 'No',
    yes: 'Tell me',
  },
  /** What does not work, and what still does. */
  problem: {
    since: 'Since {{time}}',
    sinceAndMore: 'The first, at {{time}}; {{number}} more followed',
    copyingWorks: 'What is on the screen can still be copied; settings still work.',
    restWorks: 'What you see may be out of date; the rest goes on working.',
    runs: 'New answers cannot begin.',
    runsRest: 'Reading, copying and settings still work.',
    disk: 'The disk is almost full.',
    diskRest: 'Everything still works. Free some space before nothing more can be saved.',
    inWindow: 'Something in a window of Parley failed.',
    otherWindow: 'Another window of Parley does not answer.',
    otherWindowRest: 'This one goes on working.',
    app: 'Something in Parley failed.',
    storeDamaged: 'The file with your chats cannot be read.',
    store: 'Chats cannot be read or saved now.',
    storeBusy: 'Nothing new can be saved: another program holds the file with your chats.',
    storeDisk: 'Nothing new can be saved: the disk does not work.',
    storeFull: 'Nothing new can be saved: the disk is full.',
    storeFullRest: 'Reading and copying still work. Free some space and it goes on by itself.',
  },
  /** What the system tells of answers that nobody saw end. */
  done: {
    ready: 'The answer is ready',
    answersReady_one: '{{count}} answer is ready',
    answersReady_other: '{{count}} answers are ready',
    allPanes_one: '{{count}} pane is done',
    allPanes_other: 'All {{count}} panes are done',
    somePanes_one: '{{count}} pane is done, {{failed}} failed',
    somePanes_other: '{{count}} panes are done, {{failed}} failed',
    asks: 'Asks: {{title}}',
  },
  wire: {
    lost: 'The connection to Parley was lost. Try again.',
    unreachable: 'Parley cannot be reached. Try again in a moment.',
    tooLarge: 'The input is too large to send.',
  },
} as const
