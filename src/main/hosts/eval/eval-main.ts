import { isNodeNewEnough } from '../node-version'

if (isNodeNewEnough()) {
  void import('./eval-host').then(({ runEvalHost }) => runEvalHost(import.meta.dirname))
} else {
  // 1 would mean that a check failed.
  process.exitCode = 2
}
