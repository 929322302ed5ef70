import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import Playground from './playground.vue'
import './style.css'

/** The theme of VitePress, with the playground below the text of its page. */
// biome-ignore lint/style/noDefaultExport: VitePress asks for one
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'doc-footer-before': () => (useData().frontmatter.value.playground ? h(Playground) : null) }),
}
