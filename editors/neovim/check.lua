-- A session with `doc-iterate lsp` in Neovim, which DOC_ITERATE names, started as RECIPE says: opens guide.md of the working directory, takes the fix
-- of the first finding, undoes it, fixes all and writes the file.
--   DOC_ITERATE=doc-iterate nvim --headless --clean -S check.lua

local function check(what, ok)
  if ok then return end
  io.stderr:write('failed: ' .. what .. '\n')
  vim.cmd('cquit')
end

-- waitFor waits until something is so. What it waits for comes from the server.
local function waitFor(what, so)
  check(what, vim.wait(60000, so, 10))
end

vim.env.PATH = vim.fn.fnamemodify(vim.env.DOC_ITERATE, ':h') .. ':' .. vim.env.PATH
dofile(vim.env.RECIPE)
vim.cmd('edit other.md')
vim.cmd('edit guide.md')
waitFor('findings are shown', function() return #vim.diagnostic.get(0) > 0 end)
check('one server starts for all documents', #vim.lsp.get_active_clients() == 1)
local id = vim.lsp.get_active_clients()[1].id

local function found() return #vim.diagnostic.get(0) end
waitFor('findings are shown', function() return found() > 0 end)
local first = found()
local encoding = vim.lsp.get_client_by_id(id).offset_encoding

-- take asks for the actions of a kind and applies the one that a test wants.
local function take(kind, range, wanted)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(0), range = range,
    context = { diagnostics = {}, only = { kind } },
  }
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', params, 60000)
  for _, action in ipairs(answers and answers[id].result or {}) do
    if wanted(action) then
      if not action.edit then
        action = vim.lsp.buf_request_sync(0, 'codeAction/resolve', action, 60000)[id].result
      end
      vim.lsp.util.apply_workspace_edit(action.edit, encoding)
      return action
    end
  end
  check('there is an action ' .. kind, false)
end

local diagnostic = vim.diagnostic.get(0)[1]
check('the source is named', diagnostic.source == 'doc-iterate')
local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local fix = take('quickfix', diagnostic.user_data.lsp.range or {
  start = { line = diagnostic.lnum, character = diagnostic.col }, ['end'] = { line = diagnostic.end_lnum, character = diagnostic.end_col },
}, function(action) return action.isPreferred end)
check('the fix says what it writes: ' .. fix.title, fix.title:match('^Replace with "'))
waitFor('the fix resolves its finding', function() return found() == first - 1 end)
vim.cmd('undo')
check('undo takes it back', vim.deep_equal(before, vim.api.nvim_buf_get_lines(0, 0, -1, false)))
waitFor('the finding is back', function() return found() == first end)
local origin = { line = 0, character = 0 }
take('source.fixAll.doc-iterate', { start = origin, ['end'] = origin }, function() return true end)
waitFor('all findings are resolved', function() return found() == 0 end)
vim.cmd('write')
vim.lsp.stop_client(id)
waitFor('the server ends', function() return vim.lsp.client_is_stopped(id) end)
vim.cmd('quitall!')
