import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replaceAddresses } from './html-addresses.ts'
import { linesFromHtml, plainFromHtml } from './plain-from-html.ts'

const mark = (address: string): string => `[${address}]`

describe('the addresses of HTML', () => {
  test.each([
    ['<a href="/x">a</a>', '<a href="[/x]">a</a>'],
    ["<A class=b HREF='/x' title=c>a</A>", '<A class=b HREF="[/x]" title=c>a</A>'],
    ['<a href=/x>a</a>', '<a href="[/x]">a</a>'],
    ['<a\nhref = "/x"\n>a</a>', '<a\nhref = "[/x]"\n>a</a>'],
    ['<img src="a.png"/>', '<img src="[a.png]"/>'],
    ['<img alt="src=x" src=a.png />', '<img alt="src=x" src="[a.png]" />'],
    ['<img srcset="a.png 1x, b.png 2x,c.png">', '<img srcset="[a.png] 1x, [b.png] 2x,[c.png]">'],
    ['<img srcset="a,b.png 100w, c.png">', '<img srcset="[a,b.png] 100w, [c.png]">'],
    ['<source srcset="a.png">', '<source srcset="[a.png]">'],
    ['<video poster="p.png" src="v.mp4"></video>', '<video poster="[p.png]" src="[v.mp4]"></video>'],
    ['<blockquote cite="/q">q</blockquote>', '<blockquote cite="[/q]">q</blockquote>'],
    ['<a href="?a=1&amp;b=&quot;">a</a>', '<a href="[?a=1&amp;b=&quot;]">a</a>'],
    ['<table><tr><td><a href="#t">t</a></td></tr></table>', '<table><tr><td><a href="[#t]">t</a></td></tr></table>'],
    ['<!-- <a href="/x"> --><p title="a" data-href="/x">href="/x"</p>', '<!-- <a href="/x"> --><p title="a" data-href="/x">href="/x"</p>'],
    ['<script>a("<a href=x>")</script>', '<script>a("<a href=x>")</script>'],
    ['a < b <a href="/x', 'a < b <a href="/x'],
  ])('of %j are replaced', (html, expected) => expect(replaceAddresses(html, mark)).toBe(expected))

  test('change nothing that is written where they stay', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<a ', '<img ', 'href=', 'src=', 'srcset=', '"', "'", '>', '</a>', 'x', ' ', ',', '&amp;', '<!--'),
        }),
        (html) => {
          expect(replaceAddresses(html, (address) => address)).toBe(html)
          expect(plainFromHtml(replaceAddresses(html, mark))).toBe(plainFromHtml(html))
        },
      ),
    )
  })
})

describe('links in lines of text', () => {
  test.each([
    ['<p>See <a href="https://x.example/map">the map</a>.</p>', 'See the map (https://x.example/map).'],
    ['<p><a href="https://x.example/a?b=1&amp;c=2"> the <b>map</b> </a>now</p>', 'the map (https://x.example/a?b=1&c=2) now'],
    ['<a href="https://x.example/">https://x.example</a>', 'https://x.example'],
    ['<a href="https://x.example/a">X.example/a</a>', 'X.example/a'],
    ['<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
    ['<a href="mailto:a@b.example">write</a>, <a href="tel:+491">call</a>', 'write (mailto:a@b.example), call (tel:+491)'],
    ['<a href="/x"><p>One</p></a><p>Two</p>', 'One (/x)\nTwo'],
    ['<a href="/x"></a>', '/x'],
    ['<a href="/x"><img src="b.png" alt=""></a>', '/x'],
    ['<a name="top">Top</a> <a href="">none</a> <a href="javascript:a()">script</a>', 'Top none script'],
    ['<a href="/x">never ends', 'never ends (/x)'],
    ['<a href="/x">one<a href="/y">two</a>', 'one (/x)two (/y)'],
    ['a<img src="b.png" alt="Plan &amp; more">c', 'a\nPlan & more (b.png)\nc'],
    ['a<img src="b.png">c', 'a\nc'],
    ['<ul><li><a href="/a">A</a></li><li>B</li></ul>', 'A (/a)\nB'],
    ['<table><tr><th>When</th><td>19:30</td></tr><tr><td><a href="/x">Doors</a></td><td>x</td></tr></table>', 'When 19:30\nDoors (/x) x'],
  ])('%j', (html, expected) => expect(linesFromHtml(html, (address) => address)).toBe(expected))

  test('have no address without a function, or where it gives none', () => {
    const html = '<a href="/x">X</a> <img src="y.png" alt="Y">'
    expect(linesFromHtml(html)).toBe('X')
    expect(linesFromHtml(html, () => '')).toBe('X')
  })
})
