import { transportKinds } from '../testing/connected-pairs'
import { describeTransport } from '../testing/transport-contract'

for (const kind of transportKinds) describeTransport(kind)
