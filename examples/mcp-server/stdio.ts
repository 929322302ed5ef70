import { createTools } from '@kalends/mcp'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { access, openCalendar } from './calendar.ts'
import { createToolServer } from './tool-server.ts'

// A program on the desk of one person, who is the editor. Nothing else may write to stdout.
const calendar = await openCalendar()
const tools = createTools(calendar.as({ id: '1', roles: ['editor'] }, access), { write: true, onError: console.error })
await createToolServer(tools).connect(new StdioServerTransport())
