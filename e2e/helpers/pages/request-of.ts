import type { FakeProvider } from '../../fake-provider/fake-provider.ts'
import type { FakeRequest } from '../../fake-provider/fake-request.ts'

/** The request that asked `model` to answer `prompt`; skips those of earlier tests. */
export async function requestOf(fake: FakeProvider, model: string, prompt: string): Promise<FakeRequest> {
  for (;;) {
    const request = await fake.waitForRequest(model)
    if (JSON.stringify(request.body).includes(JSON.stringify(prompt).slice(1, -1))) return request
  }
}
