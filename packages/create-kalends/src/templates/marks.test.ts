import { expect, test } from 'vitest'
import { applyMarks } from './marks.ts'

test.each([
  ['a line without a mark', "const url = 'http://a?b'", "const url = 'http://a?b'"],
  ['a line of what was chosen', 'a() //? session', 'a()'],
  ['a line of what was not chosen', 'before\na() //? pglite\nafter', 'before\nafter'],
  ['a line of the contrary', 'a() //? not session\nb() //? not pglite', 'b()'],
  ['a block', '//? session\na\nb\n//? end\nc', 'a\nb\nc'],
  ['a block of what was not chosen', '//? pglite\na\n//? end\nc', 'c'],
  ['a marked line in a block', '//? session\na //? pglite\nb //? session\n//? end', 'b'],
  ['HTML', '<p>a</p> <!--? pglite -->\n  <!--? session -->\n<p>b</p>\n  <!--? end -->', '<p>b</p>'],
  ['JSX', '<A /> {/*? session */}\n<B /> {/*? pglite */}', '<A />'],
  ['a file with # for comments', '  #? pglite\na\n  #? end\nb', 'b'],
])('%s', (_, template, text) => {
  expect(applyMarks(template, new Set(['session']))).toBe(text)
})
