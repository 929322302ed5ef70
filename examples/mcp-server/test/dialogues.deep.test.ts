import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialogues } from './dialogues.ts'
import { holdDialogue } from './hold-dialogue.ts'
import { openService, type Service } from './open-service.ts'

let service: Service

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.close())

test('no event is stored at another instant than the sentence that was confirmed', async () => {
  const sides = { client: await service.connect('demo-editor'), calendar: service.calendar }
  expect(dialogues.length).toBeGreaterThanOrEqual(200)
  for (const dialogue of dialogues) await holdDialogue(sides, dialogue)
})
