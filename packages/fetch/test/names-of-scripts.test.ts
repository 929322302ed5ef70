import { describe, expect, test } from 'vitest'
import { stores } from './stores.ts'
import { concert, startCalendar } from './support.ts'

/** Names as people write them. All of them differ, often by one mark alone. */
const scripts = {
  japanese: `バンドとパンダの日|はしを渡る会|ばしを渡る会|ぱしを渡る会|カフェ「ひだまり」 2F|カフェ「ひだまり」 3F|ピアノ・リサイタル|ビアノ・リサイタル
    |おばあさんの日|おばさんの日|Rock’n Roll 大阪|第１３回 京都マラソン（雨天中止）|きって|きて|ＮＨＫ交響楽団 × 東京フィル|〆切前夜の講座々々`,
  thai: `ตลาดน้ำ|ตลาดนำ|ม้าในเมือง|มาในเมือง|หมาในเมือง|ใกล้บ้าน|ไกลบ้าน|คอนเสิร์ต “รักแรก” – รอบค่ำ|คอนเสิร์ต “รักแรก” – รอบบ่าย|ห้อง ๑|ห้อง ๒
    |กรุงเทพฯ 2574|พิธีไหว้ครู (ฟรี)|ปู|ปู่|K-POP ไทย`,
  hindi: `हिन्दी कविता|हिंदी कविता|बाल दिवस (निःशुल्क)|बल दिवस (निःशुल्क)|राज़ की बात|राज की बात|गाड़ी|गाडी|माँ|मां|दिन|दीन|"गोदान" पर चर्चा|हॉल १|हाल १
    |Python सीखें – भाग 3`,
  arabic: `رأس السنة|راس السنة|آداب الحوار|أداب الحوار|على ضفاف النيل|علي ضفاف النيل|مسرحية الأطفال (مجانًا)|فيلم: «المومياء»|حفلة فيروز|حفله فيروز|قاعة ١|قاعة ٢
    |مؤمن|مومن|مئة عام|تعلّم Python 2031`,
  greek: `Μουσικός περίπατος|Μουσική βραδιά|Ταΐστε τα αδέσποτα|Ἀρχαία τραγῳδία|Σ’ αγαπώ, μ’ ακούς;|Αίθουσα Α΄|Αίθουσα Β΄|Το Στέκι|Το στέμμα|Jazz’n’Wine – Πλάκα
    |«Ύδωρ & Ζωή»|24ο Φεστιβάλ|25ο Φεστιβάλ|Γήπεδο Καραϊσκάκης|Φάρος|Φόρος`,
  russian: `Вечер «Мой Пушкин»|Вечер «Мои Пушкины»|Мой город|Мои город|Ёлка|Съезд|Сезд|Объект 1|Мел|Мель|5-й фестиваль (18+)|Зал № 1|Зал № 2|Rock’n’Roll вечер
    |Забе́г на 10 км|«Чайка» А. П. Чехова`,
}
/** PGlite takes five seconds for a script, and compares as PostgreSQL does. */
const quickStores = stores.filter(({ name }) => name !== 'pglite')
const apostrophes = /['’΄]/g

/** The letters, marks and digits of a text, in lower case. */
const lettersOf = (text: string): string =>
  text
    .replace(apostrophes, '')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
    .normalize('NFKC')
    .toLowerCase()

describe.each(Object.entries(scripts))('names in %s', (_script, text) => {
  const names = text.split('|').map((name) => name.trim())

  test.each(quickStores)('are kept apart, found and addressed, on $name', async ({ open }) => {
    const { store, close } = await open()
    const { request } = startCalendar({}, { store })
    const found = async (query: string): Promise<readonly number[]> =>
      (await request('GET', `/events?start_date=2000-01-01&per_page=100&${query}`)).body.events.map(({ id }: { id: number }) => id)
    const write = async (title: string, name = title) =>
      (await request('POST', '/events', { ...concert, title, tags: [name], venue: { venue: name } })).body
    for (const name of names) {
      const { id, title, slug, tags, venue } = await write(name)
      expect([title, tags.map((tag: { name: string }) => tag.name), venue.venue]).toEqual([name, [name], name])
      for (const made of [slug, tags[0].slug, venue.slug]) expect(lettersOf(made)).toBe(lettersOf(name))
      const phrase = `"${name.replaceAll('"', '“')}"`
      for (const part of [name, ...name.split(' '), phrase, name.toUpperCase(), name.normalize('NFD')])
        expect(await found(`search=${encodeURIComponent(part)}`), part).toContain(id)
      expect(await found(`tags=${encodeURIComponent(tags[0].slug)}`)).toEqual([id])
      for (const path of [`/events/by-slug/${encodeURIComponent(slug)}`, `/venues/by-slug/${encodeURIComponent(venue.slug)}`])
        expect((await request('GET', path)).status).toBe(200)
      const typed = name.toUpperCase().replace(apostrophes, '‘').replaceAll(' ', '\u3000').normalize('NFD')
      expect(await write('Typed otherwise', typed)).toMatchObject({ tags: [{ id: tags[0].id }], venue: { id: venue.id } })
    }
    await close()
  })
})
