import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage } from '../calendar/page.ts'

const nothing = {
  events: [],
  isEditor: false, //? session
}

test('the page says that nothing is on', () => {
  assert.match(renderPage(nothing), /Nothing yet/)
})

test('the page has titles as they were written', () => {
  const page = renderPage({ ...nothing, events: [{ id: 1, title: '<b>Fish & Chips</b>', when: 'today', where: '' }] })
  assert.ok(page.includes('&lt;b&gt;Fish &amp; Chips&lt;/b&gt;'))
})
//? session

test('editors alone see how to add an event', () => {
  assert.ok(!renderPage(nothing).includes('/api/add-event'))
  assert.ok(renderPage({ ...nothing, isEditor: true }).includes('/api/add-event'))
})
//? end
