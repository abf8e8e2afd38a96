import { isNodeNewEnough } from '../node-version'

if (isNodeNewEnough()) {
  void import('./web-host').then(({ runWebHost }) => runWebHost(import.meta.dirname))
}
