/**
 * The sentences for errors. In English the window shows those of main, which may say more; the other languages are
 * translated from these.
 */
export const errors = {
  agent: {
    failed: 'The agent failed.',
    install: 'Install command',
    copyInstall: 'Copy command',
    notInstalled: 'The agent is not installed.',
    signIn:
      '{{provider}} is not signed in, or its sign-in was refused{{mark}}. Sign in with it in a terminal: {{signIn}}',
  },
  cancelled: 'Cancelled.',
  dataFolderInUse: 'Another instance of Parley is using this data folder. Close it first.',
  degraded: {
    firstError: 'Your text is kept. The first error was: {{message}}',
    noAnswers: 'New answers cannot start.',
    notNow: 'Parley cannot do this right now.',
  },
  internal: {
    known: 'Something went wrong in Parley.',
    logged: 'Something went wrong in Parley. See the log for details.',
    permission:
      'Parley cannot write to its data folder. Check the permissions of the folder, then restart Parley.',
    window: 'Something went wrong in this window.',
  },
  invalid: {
    any: 'The input is not valid.',
    apiKey: 'This key contains invalid characters. Copy it again.',
    baseUrl: 'This address is not valid. Enter one such as https://…/v1, without a user name or password.',
    field: 'The value of “{{field}}” is not valid.',
    file: 'This file was not accepted.',
    model: 'Choose a model for this chat first.',
    queueIsFull: 'The queue of this chat is full. Send this message later.',
    values: 'These values were not accepted.',
  },
  nothingToUndo: 'Nothing to remove: this chat has no messages.',
  noPreviousMessage: 'Nothing to resend: this chat has no messages yet.',
  notFound: {
    any: 'Not found.',
    chat: 'This chat was not found. It may have been deleted.',
    comparison: 'This comparison was not found. It may have been deleted.',
    export: 'This export is no longer available. Export again.',
    file: 'This file is no longer available. Choose it again.',
    message: 'This message was not found in this chat.',
    noChats: 'There are no chats to export yet.',
    pane: 'This pane was not found. It may have been removed.',
    queued: 'This message is no longer in the queue. Its answer has started, or it was removed.',
    snapshot: 'This snapshot was not found. It may have been replaced by newer ones.',
  },
  original: 'Original message: {{message}}',
  provider: {
    address: 'Check that {{provider}} is running and that its address in Settings is correct.',
    badRequest: '{{provider}} rejected the request{{mark}}.',
    brokenOff:
      'The connection to {{provider}} ended in the middle of the answer. The text so far is kept. Try again.',
    checkModel: 'Check the model and its address in Settings.',
    encoding: '{{provider}} compressed its answer in a way that Parley cannot read.',
    finishFailed: '{{provider}} aborted the answer ({{reason}}). The text so far is kept. Try again.',
    finishUnknown:
      '{{provider}} ended the answer for an unknown reason: “{{reason}}”. The text so far is kept but may be incomplete.',
    forbidden: '{{provider}} does not allow this{{mark}}. Check the key and its permissions in Settings.',
    headersTooLarge: '{{provider}} sent headers that are too large. A proxy may have added them.',
    keyRefused: '{{provider}} rejected the key{{mark}}. Enter a valid key in Settings.',
    nameNotFound: 'The host name in {{address}} could not be found.',
    noAnswerIn: '{{provider}} did not respond within {{seconds, number}}\u00a0s.',
    noList:
      '{{provider}} did not return a list of models. Check its address in Settings; it usually ends in {{ending}}.',
    noStream: '{{provider}} did not return an event stream. Check its address in Settings.',
    nothingAt: 'Nothing responds at {{address}}.',
    notHttp: 'The response from {{provider}} is not HTTP. Check its address and port in Settings.',
    notTls:
      '{{provider}} does not respond with TLS. Check in Settings whether its address should start with http:// or https://.',
    online: 'Check that this computer is online and that the address of {{provider}} in Settings is correct.',
    orItsAddress: 'Try again, or check its address in Settings.',
    overloaded: '{{provider}} is having problems{{mark}}. Try again later.',
    protocol: '{{provider}} sent an invalid response{{mark}}.',
    rateLimited: '{{provider}} accepts no more requests right now{{mark}}. Wait a moment, then try again.',
    said: 'Its response: {{said}}',
    unfinished: '{{provider}} ended the answer before it was complete. The text so far is kept. Try again.',
    unnamed: {
      auth: 'The provider rejected the key. Check it in Settings.',
      badRequest: 'The provider rejected the request.',
      overloaded: 'The provider is having problems. Try again later.',
      protocol: 'The provider sent an invalid response.',
      rateLimited: 'The provider accepts no more requests right now. Wait a moment, then try again.',
      unreachable: 'The provider could not be reached.',
    },
    unpaid: '{{provider}} requires payment{{mark}}. Check the balance of your account there.',
    unreachable: '{{provider}} could not be reached.',
    unreadable: '{{provider}} sent data that Parley could not read. The text before it is kept. Try again.',
    webPage: '{{provider}} returned a web page. Check its address in Settings.',
  },
  retry: {
    overloaded: '{{provider}} is having problems{{mark}}.',
    rateLimited: '{{provider}} accepts no more requests right now{{mark}}.',
    unreachable: '{{provider}} could not be reached.',
  },
  runActive: 'An answer is already in progress in this chat. Stop it or wait.',
  store: {
    busy: 'Another program is using the file with Parley’s chats, so nothing can be saved right now. Close that program, then try again.',
    damaged:
      'The file with Parley’s chats is damaged. Restart Parley. It keeps the file and recovers everything that can still be read.',
    disk: 'The disk with Parley’s data cannot be read or written. Check that it is connected and has free space, then try again.',
    full: 'The disk is full, so nothing more can be saved. Free up some space, then try again.',
    newerVersion:
      'A newer version of Parley wrote this data folder. Nothing was changed. Install that version, or start this one with another data folder.',
    partDamaged: 'Some stored data is damaged.',
    snapshot: 'This snapshot is damaged, so nothing was changed. Choose another one.',
  },
  timeout: {
    any: 'This timed out. Try again.',
    idle_one: 'No output for {{count, number}} second. Stopped. Try again, or allow more time in Settings.',
    idle_other:
      'No output for {{count, number}} seconds. Stopped. Try again, or allow more time in Settings.',
    wall_one:
      'The answer was not complete after {{count, number}} second. Stopped. Allow more time in Settings.',
    wall_other:
      'The answer was not complete after {{count, number}} seconds. Stopped. Allow more time in Settings.',
  },
} as const
