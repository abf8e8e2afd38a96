@rem Runs a prompt set; --help lists the options.
@"%~dp0..\..\Parley.exe" --eval -- %*
