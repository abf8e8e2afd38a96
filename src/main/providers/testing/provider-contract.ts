import { describe } from 'vitest'

import { describeAnswers } from './contract/answers'
import { describeContent } from './contract/content'
import { describeFinish } from './contract/finish'
import { describeFraming } from './contract/framing'
import { describeAfterStop } from './contract/after-stop'
import { describeHygiene } from './contract/hygiene'
import { describeMoney } from './contract/money'
import { describeNetwork } from './contract/network'
import { describeRefusals } from './contract/refusals'
import { describeRemoteStop } from './contract/remote-stop'
import { describeStop } from './contract/stop'
import { describeToolCalls } from './contract/tool-calls'
import type { RemoteFamily, ScriptedSubject } from './contract/subject'
import { remoteSubject } from './contract/subject'

/**
 * The rules that every provider follows: stop in every state, the order of events, nothing left behind. A family with a
 * server passes them against the fake provider in its own protocol, with everything that a server can do: refusals,
 * network, framing, content, finish, money, continuing after a stop, tools. What only one family does is covered by its own tests.
 */
export function describeProviderContract(subject: ScriptedSubject | RemoteFamily): void {
  describe(`the provider contract: ${subject.name}`, () => {
    const whole = 'protocol' in subject ? remoteSubject(subject) : subject
    describeStop(whole)
    describeAnswers(whole)
    describeHygiene(whole)
    if (whole.type === 'scripted') return
    describeRemoteStop(whole)
    describeRefusals(whole)
    describeNetwork(whole)
    describeFraming(whole)
    describeContent(whole)
    describeFinish(whole)
    describeMoney(whole)
    describeAfterStop(whole)
    describeToolCalls(whole)
  })
}
