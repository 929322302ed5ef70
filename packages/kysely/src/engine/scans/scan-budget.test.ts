import { expect, test } from 'vitest'
import { createScanBudget } from './scan-budget.ts'

test('a deadline that is longer than the longest timer does not pass at once', async () => {
  const { deadlineMs, queue } = createScanBudget({ deadlineMs: Number.MAX_SAFE_INTEGER }, { runsInProcess: true, poolSize: undefined })
  const allowance = { deadlineAt: performance.now() + deadlineMs, signal: undefined }
  const leave = await queue.enter(allowance)
  const next = queue.enter(allowance)
  await new Promise((resolve) => setTimeout(resolve, 20))
  leave()
  await expect(next).resolves.toBeTypeOf('function')
})
