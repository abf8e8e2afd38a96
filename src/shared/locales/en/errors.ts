/**
 * What errors say. In English those of main are shown in its own words, which may say more; these are what other
 * languages are made from.
 */
export const errors = {
  agent: {
    failed: 'The agent failed.',
    install: 'The command that installs it',
    copyInstall: 'Copy the command',
    notInstalled: 'The agent is not installed.',
    signIn:
      '{{provider}} is not signed in, or what it signs in with was refused{{mark}}. Sign in with it in a terminal: {{signIn}}',
  },
  cancelled: 'This was called off.',
  dataFolderInUse: 'Another Parley uses this data folder. Close it first.',
  degraded: {
    firstError: 'What you wrote is kept. The first error was: {{message}}',
    noAnswers: 'No new answer can begin.',
    notNow: 'Parley cannot do this now.',
  },
  internal: {
    known: 'Something went wrong inside Parley.',
    logged: 'Something went wrong inside Parley. The details are in its log.',
    permission:
      'Parley may not write to its data folder. Check the permissions of the folder, then start Parley again.',
    window: 'Something went wrong in this window.',
  },
  invalid: {
    any: 'This was not accepted.',
    apiKey: 'This key has characters that no key has. Copy it again.',
    baseUrl: 'This address cannot be used. Enter one such as https://…/v1, without a user and a password.',
    field: 'This was not accepted ({{field}}).',
    file: 'This file was not accepted.',
    model: 'Choose a model for this chat first.',
    queueIsFull: 'As many messages wait in this chat already as can. Send this one later.',
    values: 'The values were not accepted.',
  },
  nothingToUndo: 'Nothing to undo: no message is left in this chat.',
  noPreviousMessage: 'No previous message to retry: nothing has been asked here yet.',
  notFound: {
    any: 'This was not found.',
    chat: 'This chat was not found. It may have been deleted.',
    comparison: 'This comparison was not found. It may have been deleted.',
    export: 'This export is not there any more. Export again.',
    file: 'This file is not there any more. Choose it again.',
    message: 'This message was not found in this chat.',
    noChats: 'There are no chats to export yet.',
    pane: 'This pane was not found. It may have been removed.',
    queued: 'This message no longer waits: its answer has begun, or it was taken back.',
    snapshot: 'This snapshot was not found. It may have made room for newer ones.',
  },
  original: 'In the original: {{message}}',
  provider: {
    address: 'Check that {{provider}} is running and that its address in Settings is right.',
    badRequest: '{{provider}} did not accept the request{{mark}}.',
    brokenOff: '{{provider}} broke off in the middle of the answer. What came is kept; try again.',
    checkModel: 'Check the model and its address in Settings.',
    encoding: '{{provider}} compressed its answer in a way that Parley cannot read.',
    finishFailed: '{{provider}} broke off the answer ({{reason}}). What came is kept; try again.',
    finishUnknown:
      '{{provider}} ended the answer for a reason that Parley does not know: “{{reason}}”. What came is kept; it may not be the whole answer.',
    forbidden:
      '{{provider}} does not allow this{{mark}}. Check the key and what it may be used for in Settings.',
    headersTooLarge:
      '{{provider}} sent headers that are too large to read. A proxy in between may have added them.',
    keyRefused: 'The key for {{provider}} was refused{{mark}}. Open Settings and enter a valid one.',
    nameNotFound: 'The name in {{address}} could not be found.',
    noAnswerIn: '{{provider}} did not answer within {{seconds, number}}\u00a0s.',
    noList:
      '{{provider}} did not answer with a list of models. Check its address in Settings; it usually ends in {{ending}}.',
    noStream:
      '{{provider}} answered with something that is no stream of events. Check its address in Settings.',
    nothingAt: 'Nothing answers at {{address}}.',
    notHttp:
      '{{provider}} answered with something that is not HTTP. Check the address and the port in Settings.',
    notTls:
      '{{provider}} does not answer with TLS. Check in Settings whether its address begins with http:// or https://.',
    online: 'Check that this computer is online and that the address of {{provider}} in Settings is right.',
    orItsAddress: 'Try again, or check its address in Settings.',
    overloaded: '{{provider}} has trouble on its side{{mark}}. Try again in a while.',
    protocol: 'Something was wrong with what {{provider}} sent{{mark}}.',
    rateLimited: '{{provider}} takes no more requests for now{{mark}}. Wait a little and try again.',
    said: 'It said: {{said}}',
    unfinished: '{{provider}} ended the answer without finishing it. What came is kept; try again.',
    unnamed: {
      auth: 'The provider refused the key. Check it in Settings.',
      badRequest: 'The provider did not accept the request.',
      overloaded: 'The provider has trouble on its side. Try again in a while.',
      protocol: 'Something was wrong with what the provider sent.',
      rateLimited: 'The provider takes no more requests for now. Wait a little and try again.',
      unreachable: 'The provider could not be reached.',
    },
    unpaid: '{{provider}} wants to be paid first{{mark}}. Check the balance of your account there.',
    unreachable: '{{provider}} could not be reached.',
    unreadable:
      '{{provider}} sent something that Parley could not read. What came before is kept; try again.',
    webPage: '{{provider}} answered with a web page. Check its address in Settings.',
  },
  retry: {
    overloaded: '{{provider}} has trouble on its side{{mark}}.',
    rateLimited: '{{provider}} takes no more requests for now{{mark}}.',
    unreachable: '{{provider}} could not be reached.',
  },
  runActive: 'This chat is already running. Stop it first, or wait.',
  store: {
    busy: 'Another program holds the file with Parley’s chats, so nothing can be saved now. Close that program, then try again.',
    damaged:
      'The file with Parley’s chats is damaged. Restart Parley: it keeps the file, and brings back whatever can still be read.',
    disk: 'The disk with Parley’s data could not be read or written. Check that it is there and has room, then try again.',
    full: 'The disk is full, so nothing more can be saved. Free some space, then try again.',
    newerVersion:
      'This data folder was written by a newer Parley. Nothing was changed. Install the newer Parley, or start this one with another data folder.',
    partDamaged: 'Something that was stored is damaged.',
    snapshot: 'This snapshot is damaged, so nothing was changed. Choose another one.',
  },
  timeout: {
    any: 'This took too long and was given up. Try again.',
    idle_one:
      'Nothing came for {{count, number}} second, so the answer was ended. Try again, or allow more time in Settings.',
    idle_other:
      'Nothing came for {{count, number}} seconds, so the answer was ended. Try again, or allow more time in Settings.',
    wall_one:
      'The answer was not complete after {{count, number}} second and was ended. Allow more time in Settings.',
    wall_other:
      'The answer was not complete after {{count, number}} seconds and was ended. Allow more time in Settings.',
  },
} as const
