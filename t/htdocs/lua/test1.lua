function handler()
	return "hello world"
end
