// While you work on the page: `npm start` in one terminal, `npm run dev` in another.
const server = 'http://127.0.0.1:3000'

export default { server: { proxy: { '/calendar': server, '/session': server } } }
