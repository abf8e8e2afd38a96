/** What happened to the stored data: the notices about the store. */
export const storeNotices = {
  /** How damage to the file with the chats showed. */
  damage: {
    empty: 'When Parley started, the file with your chats was empty.',
    'found-in-use': 'While Parley was running, the file with your chats was found to be damaged.',
    'log-broken':
      'Parley did not quit normally last time, and the file with the newest changes to your chats (parley.db-wal) is damaged.',
    'log-lost':
      'Parley did not quit normally last time, and the file with the newest changes to your chats (parley.db-wal) is missing.',
    missing: 'When Parley started, the file with your chats was missing.',
    unreadable: 'When Parley started, the file with your chats could not be read because it is damaged.',
  },
  fileDamaged: 'One of Parley’s data files is damaged.',
  keptAs: 'The damaged file was kept, unchanged, as {{path}}.',
  /** What is missing. */
  lost: {
    afterNewest:
      'The newest remaining message is from {{time}}. Later ones may be missing; how many is unknown.',
    atLeast_one: 'At least {{count, number}} message could not be recovered: {{places}}.',
    atLeast_other: 'At least {{count, number}} messages could not be recovered: {{places}}.',
    exactly_one: '{{count, number}} message could not be recovered: {{places}}.',
    exactly_other: '{{count, number}} messages could not be recovered: {{places}}.',
    inChat: '{{count, number}} in “{{title}}”',
    inMoreChats_one: 'others in {{count, number}} more chat',
    inMoreChats_other: 'others in {{count, number}} more chats',
    inUnknownChats: '{{count, number}} in chats that are no longer known',
    noneLeft: 'No messages are left, so how much is missing is unknown.',
    nothing: 'As far as Parley can tell, nothing is missing.',
  },
  markdownFolder: {
    denied: 'Parley does not have permission to write to {{folder}}.',
    failed: 'An unexpected error occurred. See the log for details.',
    full: 'The disk with {{folder}} is full.',
    gone: '{{folder}} cannot be found. Is its disk connected?',
    inside: '{{folder}} is part of Parley’s own data. Choose another folder.',
    retried:
      'Nothing is lost: Parley keeps your chats and tries again. You can choose another folder in Settings, under Data.',
    title: 'The Markdown files of your chats are not up to date.',
  },
  newestLost: 'The newest changes to your chats may be missing.',
  notRestored: {
    title: 'The snapshot could not be restored.',
    unchanged: 'Your chats are unchanged.',
  },
  drift: {
    better: '{{model}} passes more of your prompts',
    what: 'Since the run that “{{set}}” is compared with, its answers have changed more than chance explains. Open the set to see all runs.',
    worse: '{{model}} passes fewer of your prompts',
  },
  olderLog: {
    title: 'An older copy of Parley’s newest changes was set aside.',
    what: 'An older log (parley.db-wal) was next to the file with your chats and would have hidden newer ones. As far as Parley can tell, nothing is missing.',
  },
  olderStore: {
    advice:
      'If you restored a backup, this is expected. Otherwise, another program replaced files in Parley’s data folder. Settings → Data lists snapshots that may be newer.',
    title: 'Your chats are older than those that Parley last saved.',
    what_one: 'One change that Parley had saved is missing.',
    what_other: '{{count, number}} changes that Parley had saved are missing.',
  },
  riskyFolder: {
    advice:
      'Move the data folder to a local disk, and start Parley with that folder. Exports and snapshots can be stored anywhere.',
    network: {
      title: 'Parley’s data folder is on a network disk.',
      why: '{{folder}} is on another computer’s disk. Your chats can be damaged if the connection fails, or if Parley runs on two computers.',
    },
    synced: {
      title: 'Parley’s data folder is in a synced folder.',
      why: '{{folder}} is copied to other computers while Parley writes to it. Your chats can be damaged, or replaced by older ones.',
    },
  },
  /** What a repair put together. */
  recovered: {
    chats_one: '{{count, number}} chat',
    chats_other: '{{count, number}} chats',
    deletedMayBeBack: 'Chats that were permanently deleted after that snapshot may be back.',
    everythingBefore: 'Everything before these changes is intact.',
    messages_one: '{{count, number}} message',
    messages_other: '{{count, number}} messages',
    noSnapshot: 'There was no usable snapshot.',
    nothing: 'Nothing could be recovered from the damaged file.',
    nothingNewer: 'The damaged file contained nothing newer.',
    snapshot: 'Parley restored the snapshot from {{time}}, with {{messages}}.',
    snapshotWithoutTime: 'Parley restored a snapshot with {{messages}}.',
    what: 'Recovered from the damaged file: {{what}}.',
  },
  repaired: 'The file with your chats was damaged and has been repaired.',
  repairedInPart: 'The file with your chats was damaged. Some messages may be missing.',
  restored: {
    kept: 'Your previous chats are kept as the newest snapshot, which was taken just before the restore.',
    title: 'Your chats were restored to the snapshot from {{time}}.',
  },
  serverRestarted: {
    title: 'Parley restarted the server {{server}}.',
    why: 'It did not stop a call that was cancelled.',
  },
  snapshotsFail: {
    retried: 'Parley will try again automatically. Existing snapshots are kept.',
    title: 'New snapshots of your chats cannot be saved.',
  },
} as const
