/** The exchange with the person's other machines. */
export const sync = {
  about: {
    lost: 'When a machine is lost',
    lostText:
      'Whoever can unlock it can read its chats, and the folder. Stop syncing on your other machines, and start again with a new, empty folder and a new passphrase.',
    outside: 'What others can see',
    outsideText:
      'Whoever carries the folder sees the sizes and times of its files, and so how much you write and when. They see no text, title, name or attachment.',
    safe: 'What is safe',
    safeText:
      'Everything in the folder is encrypted with your passphrase. Nothing you write is lost: if two machines continue the same chat, it has both branches. API keys, settings and folders of agents stay on each machine.',
    summary: 'What is safe, and what is not',
  },
  addressHints: {
    s3: 'The address of the service, such as https://s3.eu-central-1.amazonaws.com',
    webdav: 'The address of the folder, such as https://cloud.example.org/remote.php/dav/files/ada/Parley',
  },
  bucketHint: 'Optionally with a folder in it: my-bucket/parley',
  change: 'Change…',
  changed: 'Passphrase changed. Your other machines will ask for the new one.',
  changeHint:
    'This keeps out anyone who learns the old one later, but not a lost machine or anyone with a copy of the folder.',
  changeNow: 'Change passphrase',
  connecting: 'Opening the folder…',
  current: 'Up to date, {{time}}.',
  devices: 'Devices',
  differs: 'The two passphrases differ.',
  fields: {
    address: 'Address',
    bucket: 'Bucket',
    keyId: 'Access key ID',
    region: 'Region',
    secret: { s3: 'Secret access key', webdav: 'Password, or an app password' },
    user: 'User name',
  },
  kindHints: {
    folder:
      'A folder that something else carries between your machines, such as Syncthing, iCloud Drive, Dropbox, OneDrive, Nextcloud, a USB stick or a network drive.',
    s3: 'A bucket at Amazon S3, Backblaze B2, Cloudflare R2, or a server such as MinIO. Parley carries the files itself.',
    webdav:
      'A folder on a server, such as Nextcloud, ownCloud or a NAS. Parley makes it, and carries the files itself.',
  },
  kinds: { folder: 'Folder', s3: 'S3', webdav: 'WebDAV' },
  missing_one: '{{count, number}} file has not arrived here yet.',
  missing_other: '{{count, number}} files have not arrived here yet.',
  newPassphrase: 'New passphrase',
  passphrase: 'Passphrase',
  passphraseHint: 'The same on all your machines. For a new folder, think of at least five words.',
  place: 'Where your machines meet',
  plain: 'Not encrypted on the way: others in the network can read the password. Prefer https.',
  problem: {
    arriving:
      'This folder has files of Parley, but not the one with its key. If it is still arriving, wait for it and start again. Only if it is lost, repeat the passphrase to make a new key.',
    changed: 'Another passphrase opens {{folder}} now. Enter the new one.',
    denied: 'Parley does not have permission to read and write {{folder}}.',
    expired: '{{folder}} no longer accepts the password. Enter the new one.',
    failed: 'An unexpected error occurred. See the log for details.',
    full: 'There is no room left in {{folder}}.',
    gone: '{{folder}} cannot be found, or its key is missing. Is its disk connected?',
    inside: '{{folder}} is part of Parley’s own data. Choose another folder.',
    locked: 'Parley could not keep the passphrase on this machine. Enter it to continue.',
    'locked-server':
      'Parley could not keep the password and the passphrase on this machine. Enter them to continue.',
    metered: 'Paused: the system says that this connection is metered. Parley continues on another one.',
    mismatch: 'Another passphrase opens {{folder}}. Check it and try again.',
    new: 'This folder is new. Repeat the passphrase, and write it down: without it, nobody can read what is in the folder.',
    newer: 'A newer Parley has made {{folder}}. Update this one.',
    'no-place': '{{folder}} does not exist, and Parley cannot make it. Check the address and the name.',
    'not-server':
      'What answers at {{folder}} does not speak this protocol. Check the address, or sign in to the network.',
    'sign-in': '{{folder}} does not accept the user name or the password.',
    'sign-in-s3':
      '{{folder}} does not accept the access key. Check it, the region, and the clock of this machine.',
    'too-large': '{{folder}} refuses a file because of its size. Raise its limit for uploads.',
    unreachable: '{{folder}} cannot be reached, or is busy.',
    untrusted: 'The certificate of {{folder}} is not valid, so Parley sends nothing there.',
  },
  progress: { fetch: 'Downloading from the server…', read: 'Receiving…', send: 'Sending…' },
  progressOf_one: '{{share}} · {{count, number}} entry',
  progressOf_other: '{{share}} · {{count, number}} entries',
  remove: 'Remove',
  removeHint: 'Removing a device keeps everything that it has written. It can come back with the passphrase.',
  removeNamed: 'Remove {{name}}',
  repeat: 'Repeat the passphrase',
  seen: 'Last wrote: {{time}}',
  start: 'Start syncing',
  stop: 'Stop syncing',
  thisDevice: '{{name}} (this device)',
  triesAgain: 'Nothing is lost: Parley keeps trying.',
  unsent_one: '{{count, number}} entry is waiting to be sent.',
  unsent_other: '{{count, number}} entries are waiting to be sent.',
} as const
